"""Asking z3's Horn engine (Spacer) for the invariants, and reading them back as assertions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import z3

from twinproof.lang.amounts import sum_of
from twinproof.lang.expr import (
    FALSE,
    TRUE,
    Apply,
    Expr,
    Literal,
    Op,
    apply,
    conjunction,
    forall,
    free_variables,
    implies,
    negate,
)
from twinproof.lang.types import BOOL, INT, REAL
from twinproof.search.invariants import Invariants, Piece
from twinproof.search.lemmas import Lemmas
from twinproof.search.product import Clause, Product
from twinproof.search.terms import At, Slot, Unsupported, both_of

EFFORT = 6_000_000  # z3's resource units for one set of clauses


@dataclass(frozen=True)
class Answer:
    """Invariants by predicate, or none, and why; `final` if there are none at all, and not only none was found."""

    invariants: Invariants | None
    reason: str = ""
    final: bool = False


def solve(product: Product, lemmas: Lemmas, effort: int = EFFORT, cells: bool = False) -> Answer:
    """Invariants that, together with the lemmas, make all clauses true.

    With `cells` they may speak of any position of lists that are not the same in both runs.
    """
    context = product.context
    constants = list(product.rigid.values())
    known = {site: [*slots, *(product.cell_slots(site) if cells else ())] for site, slots in product.slots.items()}
    predicates = {
        site: z3.Function(
            product.titles[site],
            *(c.sort() for c in constants),
            *(_sort(context, s) for s in slots),
            z3.BoolSort(context),
        )
        for site, slots in known.items()
    }
    solver = z3.SolverFor("HORN", ctx=context)
    solver.set("rlimit", effort)
    for name in ("inline_eager", "inline_linear", "slice"):  # each predicate must come back with its own invariant
        solver.set(f"xform.{name}", False)

    def atom(at: At) -> Any:
        states = [{**at.values, **there} for there in at.positions] if cells and at.positions else [at.values]
        return both_of(*(predicates[at.site](*constants, *(state[s] for s in known[at.site])) for state in states))

    for clause in product.clauses:
        solver.add(_formula(clause, product, lemmas, constants, atom))
    answer = solver.check()
    if answer != z3.sat:
        if answer == z3.unsat:
            return Answer(None, "nothing that holds in every round is enough for these couplings", final=True)
        return Answer(None, "what holds in every round was not found within the limit")
    model = solver.model()
    invariants: Invariants = {}
    for site, slots in known.items():
        variables = [z3.Const(f"slot {n}", _sort(context, s)) for n, s in enumerate(slots)]
        body = z3.simplify(model.eval(predicates[site](*constants, *variables)))
        meaning = {constant.get_id(): slot for slot, constant in product.rigid.items()}
        meaning |= {v.get_id(): s for v, s in zip(variables, slots, strict=True)}
        parts = body.children() if z3.is_and(body) else [body]
        try:
            pieces = [_piece(part, meaning, variables, slots, product) for part in parts if not z3.is_true(part)]
            invariants[site] = pieces
        except NotReadable:
            invariants[site] = []  # a predicate that no query depends on is left as a union of its clauses
    return Answer(invariants)


def _piece(part: Any, meaning: dict[int, Expr], variables: list[Any], slots: list[Slot], product: Product) -> Piece:
    expression = read_back(part, meaning)
    everywhere = [index for index in product.names.indices if index in free_variables(expression)]

    def one(values: dict[Slot, Any]) -> Any:
        given = ((v, values[s]) for v, s in zip(variables, slots, strict=True) if s in values)
        return z3.substitute(part, *given)

    def term(at: At) -> Any:
        if not everywhere:
            return one(at.values)
        return both_of(product.true, *(one({**at.values, **there}) for there in at.positions))

    for index in reversed(everywhere):
        expression = forall(index, expression)
    return Piece(expression, term)


def _sort(context: Any, e: Expr) -> Any:
    if e.type == INT:
        return z3.IntSort(context)
    if e.type == BOOL:
        return z3.BoolSort(context)
    if e.type == REAL:
        return z3.RealSort(context)
    raise Unsupported(f"a {e.type} has no term")


def _formula(clause: Clause, product: Product, lemmas: Lemmas, constants: list[Any], atom: Any) -> Any:
    context = product.context
    premises = [*product.facts, *clause.constraints]
    if clause.body is not None:
        premises += [*lemmas.terms(clause.body), atom(clause.body)]
    head = atom(clause.head) if clause.head is not None else z3.BoolVal(False, context)
    body = z3.Implies(z3.And(*premises), head)
    variables = [*constants, *clause.variables]
    return z3.ForAll(variables, body) if variables else body


class NotReadable(Exception):
    """The engine answered with something that is not an assertion of ours."""


def read_back(term: Any, meaning: dict[int, Expr]) -> Expr:
    """A z3 term over the slots as an expression."""
    slot = meaning.get(term.get_id())
    if slot is not None:
        return slot
    if not z3.is_app(term):
        raise NotReadable("a quantifier")
    if term.num_args() == 0:
        return _constant(term)
    kind = term.decl().kind()
    args = [read_back(a, meaning) for a in term.children()]
    if kind in _LOGICAL:
        return _LOGICAL[kind](*args)
    if kind in _FOLDED:
        total = args[0]
        for a in args[1:]:
            total = apply(_FOLDED[kind], total, a)
        return total
    if kind in _OPERATORS:
        return apply(_OPERATORS[kind], *args)
    raise NotReadable(f"{term.decl()} is not an operator of assertions")


def _constant(term: Any) -> Expr:
    if z3.is_true(term) or z3.is_false(term):
        return TRUE if z3.is_true(term) else FALSE
    if z3.is_int_value(term):
        return Literal(term.as_long())
    if z3.is_rational_value(term):
        return Literal(Fraction(term.numerator_as_long(), term.denominator_as_long()))
    raise NotReadable(f"{term} is not a slot")


_LOGICAL: dict[int, Callable[..., Expr]] = {
    z3.Z3_OP_AND: conjunction,
    z3.Z3_OP_NOT: lambda a: _not(a),
    z3.Z3_OP_IMPLIES: implies,
    z3.Z3_OP_LE: lambda a, b: _at_most(a, b, 0),
    z3.Z3_OP_LT: lambda a, b: _at_most(a, b, -1),
    z3.Z3_OP_GE: lambda a, b: _at_most(b, a, 0),
    z3.Z3_OP_GT: lambda a, b: _at_most(b, a, -1),
    z3.Z3_OP_EQ: lambda a, b: _equal(a, b),
    z3.Z3_OP_DISTINCT: lambda a, b: negate(_equal(a, b)),
}


def _at_most(a: Expr, b: Expr, slack: int) -> Expr:
    """a ≤ b + slack on the integers, with nothing subtracted: what is negative goes to the other side.

    On the reals it is a ≤ b, or a < b where there is a slack.
    """
    if not a.type == b.type == INT:
        return apply(Op.LT if slack else Op.LE, a, b)
    terms, constant = _linear(apply(Op.SUB, a, b))
    constant -= slack
    above, below = ({e: sign * n for e, n in terms.items() if sign * n > 0} for sign in (1, -1))
    if constant == 1:
        return apply(Op.LT, sum_of(above.items()), sum_of(below.items()))
    return apply(Op.LE, sum_of(above.items(), max(constant, 0)), sum_of(below.items(), max(-constant, 0)))


def _not(e: Expr) -> Expr:
    match e:
        case Apply(Op.LE, (a, b)) if a.type == b.type == INT:
            return _at_most(b, a, -1)
        case _:
            return negate(e)


def _equal(a: Expr, b: Expr) -> Expr:
    if not a.type == b.type == INT:
        return apply(Op.EQ, a, b)
    terms, constant = _linear(apply(Op.SUB, a, b))
    above, below = ({e: sign * n for e, n in terms.items() if sign * n > 0} for sign in (1, -1))
    if not above:
        above, below, constant = below, above, -constant
    return apply(Op.EQ, sum_of(above.items(), max(constant, 0)), sum_of(below.items(), max(-constant, 0)))


def _linear(e: Expr) -> tuple[dict[Expr, int], int]:
    """The expression as a sum of multiples, and a constant."""
    match e:
        case Literal(int(value)):
            return {}, value
        case Apply(Op.NEG, (inner,)):
            return _scaled(_linear(inner), -1)
        case Apply(Op.MUL, (Literal(int(factor)), inner)):
            return _scaled(_linear(inner), factor)
        case Apply(Op.ADD | Op.SUB as op, (first, second)):
            terms, constant = _linear(first)
            more, extra = _scaled(_linear(second), 1 if op is Op.ADD else -1)
            total = {x: terms.get(x, 0) + more.get(x, 0) for x in {**terms, **more}}
            return {x: n for x, n in total.items() if n}, constant + extra
        case _:
            return {e: 1}, 0


def _scaled(given: tuple[dict[Expr, int], int], factor: int) -> tuple[dict[Expr, int], int]:
    terms, constant = given
    return {x: n * factor for x, n in terms.items()}, constant * factor


_FOLDED = {z3.Z3_OP_ADD: Op.ADD, z3.Z3_OP_SUB: Op.SUB, z3.Z3_OP_MUL: Op.MUL}
_OPERATORS = {
    z3.Z3_OP_OR: Op.OR,
    z3.Z3_OP_IFF: Op.EQ,
    z3.Z3_OP_UMINUS: Op.NEG,
    z3.Z3_OP_ITE: Op.ITE,
    z3.Z3_OP_IDIV: Op.DIV,
    z3.Z3_OP_MOD: Op.MOD,
    z3.Z3_OP_DIV: Op.QUOTIENT,
    z3.Z3_OP_TO_REAL: Op.REAL,
    z3.Z3_OP_TO_INT: Op.FLOOR,
}
