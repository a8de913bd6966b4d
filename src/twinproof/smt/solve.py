"""Asking the solver, with limits.

The effort is bounded by z3's resource count, which is the same on every machine; a clock stands behind it only to stop
a solver that does not keep its own limit.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

try:
    import z3
except Exception as problem:  # its own, where its library is not there
    raise ImportError(f"{type(problem).__name__}: {problem}") from problem

from twinproof.lang.expr import (
    Apply,
    Expr,
    Literal,
    Op,
    Place,
    Quantified,
    Var,
    apply,
    conjunction,
    conjuncts,
    free_variables,
    fresh_name,
    implies,
    negate,
    substitute,
    subterms,
)
from twinproof.lang.python_values import Words
from twinproof.lang.rewriting import with_arguments
from twinproof.lang.types import BOOL, INT, REAL, ListOf, TupleOf
from twinproof.smt.known import asked_with_facts
from twinproof.smt.script import Script

EFFORT = 4_000_000  # z3's resource units for one question, a second or two at most
WATCHDOG = 60.0  # seconds after which a question is interrupted whatever the solver says
_LONGEST = 8  # items of a list that are shown
_NOT_KNOWN = "it does not follow from what is known of exp, log, sqrt and rounding"
z3.set_param("memory_max_size", 3_000)  # megabytes; beyond them z3 gives up
z3.set_param("ctrl_c", False)  # an interrupt is for Python, which hears of it when the question ends


@dataclass(frozen=True)
class Outcome:
    """What came of a question. Only `proved` says that the formula holds."""

    proved: bool
    reason: str = ""
    model: dict[Var, Any] = field(default_factory=dict)  # values that make the formula false, where some were found
    effort: int = 0

    @property
    def refuted(self) -> bool:
        return bool(self.model)


_CONTEXT: ContextVar[Any] = ContextVar("context", default=None)


@contextlib.contextmanager
def in_one_context() -> Iterator[None]:
    """Ask all questions inside in one context of z3, for making one takes as long as a short question.

    The answers then depend on the questions and their order, and still on nothing else.
    """
    token = _CONTEXT.set(_CONTEXT.get() or z3.Context())
    try:
        yield
    finally:
        _CONTEXT.reset(token)


def prove(formula: Expr, effort: int = EFFORT) -> Outcome:
    """Whether the formula holds for all values of its free variables."""
    if formula.type != BOOL:
        return Outcome(False, "a formula is a bool")
    try:
        asked = asked_with_facts(formula)
        with in_one_context():
            outcome = _proved(formula if asked is None else asked, effort)
    except (z3.Z3Exception, RecursionError, MemoryError) as problem:
        return Outcome(False, f"the solver failed: {type(problem).__name__}")
    if asked is None or outcome.proved:
        return outcome
    return replace(outcome, reason=_NOT_KNOWN, model={})  # its numbers need not be those of exp, log and sqrt


def _proved(formula: Expr, effort: int) -> Outcome:
    """The question, after stronger ones that are easier."""
    spent = 0
    for stronger, share, once in ((_in_outline(formula), 100, True), (_with_less_known(formula), 8, False)):
        if stronger is not None:
            outcome = _ask(stronger, max(1, effort // share), once)  # 0 would be no limit
            spent += outcome.effort
            if outcome.proved:
                return replace(outcome, effort=spent)
    outcome = _ask(formula, effort)
    return replace(outcome, effort=spent + outcome.effort)


def _ask(formula: Expr, effort: int, once: bool = False) -> Outcome:
    """Look for values that make the negation of the formula true, and the axioms that it needs.

    Once: not in several ways, for what is either seen soon or asked otherwise.
    """
    script = Script(negate(formula))
    question = z3.parse_smt2_string(script.text(*script.assertions), ctx=_CONTEXT.get())
    if len(question) != len(script.assertions):
        return Outcome(False, "the solver has read another question")
    spent, reason = 0, ""
    kinds = [(z3.SimpleSolver, True), (z3.Solver, True)]  # the second takes longer to begin, and knows more of products
    if once:
        kinds = kinds[:1]
    elif _has_products(formula):
        kinds.insert(0, (z3.SimpleSolver, False))  # of which often nothing need be known but that they are the same
    for kind, curved in kinds:
        solver = kind(ctx=_CONTEXT.get())
        solver.set(random_seed=0, rlimit=effort if curved else max(1, effort // 8), timeout=int(WATCHDOG * 1000))
        if not curved:
            solver.set("arith.nl", False)
        solver.add(question)
        before = _count(solver)
        answer = solver.check()
        spent += (_count(solver) - before) % (1 << 32)  # the count has 32 bits, and goes on through a context
        if answer == z3.unsat:
            return Outcome(True, effort=spent)
        if answer == z3.sat and curved:
            return Outcome(False, "it does not hold", _values(solver.model(), script, formula), spent)
        reason = f"the solver does not know ({solver.reason_unknown()})"
    return Outcome(False, reason, {}, spent)


def _in_outline(formula: Expr) -> Expr | None:
    """A formula that implies this one: with what is said of all or some values as it stands, as if it were a flag.

    Much follows by what is joined to what. There must be something of that kind on both sides of an implication.
    """
    match formula:
        case Apply(Op.IMPLIES, (known, goal)) if _has_quantifier(known) and _has_quantifier(goal):
            flags: dict[Expr, Var] = {}
            taken, bound = {v.name for v in free_variables(formula)}, _new_prefix(formula)

            def visit(e: Expr) -> Expr:
                match e:
                    case Quantified():
                        plain = _with_plain_names(e, bound, 0)
                        if plain not in flags:
                            name = fresh_name(f"said_{len(flags)}", taken)
                            flags[plain] = Var(name, BOOL, Place.RIGID)
                        return flags[plain]
                    case Apply(Op.AND | Op.OR | Op.NOT | Op.IMPLIES):
                        return with_arguments(e, visit)
                    case _:
                        return e

            outline = implies(visit(known), visit(goal))
            return None if _has_quantifier(outline) else outline
        case _:
            return None


def _new_prefix(formula: Expr) -> str:
    """The beginning of names that no variable of the formula has, free or bound."""
    parts = list(subterms(formula))
    names = {e.name for e in parts if isinstance(e, Var)} | {e.var.name for e in parts if isinstance(e, Quantified)}
    prefix = "bound"
    while any(name.startswith(prefix) for name in names):
        prefix += "_"
    return prefix


def _with_plain_names(e: Expr, prefix: str, depth: int) -> Expr:
    """The same with names for what is bound that depend on nothing but where it stands."""
    match e:
        case Quantified(universal, var, body):
            bound = Var(f"{prefix}{depth}", var.type, Place.RIGID)
            inner = _with_plain_names(substitute(body, {var: bound}), prefix, depth + 1)
            return Quantified(universal, bound, inner)
        case Apply():
            return with_arguments(e, lambda part: _with_plain_names(part, prefix, depth))
        case _:
            return e


def _with_less_known(formula: Expr) -> Expr | None:
    """A formula that implies this one: the same without what is assumed of all values, where products are asked about.

    With products and quantifiers at once a solver gets lost, and often the one has nothing to do with the other.
    """
    match formula:
        case Apply(Op.IMPLIES, (known, goal)) if _has_products(formula):
            parts = conjuncts(known)
            plain = [part for part in parts if not _has_quantifier(part)]
            return implies(conjunction(*plain), goal) if len(plain) < len(parts) else None
        case _:
            return None


def _has_quantifier(e: Expr) -> bool:
    return any(isinstance(part, Quantified) for part in subterms(e))


def _has_products(formula: Expr) -> bool:
    """Whether numbers are multiplied of which neither is a literal."""
    products = (part for part in subterms(formula) if isinstance(part, Apply) and part.op is Op.MUL)
    return any(not any(isinstance(a, Literal) for a in part.args) for part in products)


def _count(solver: Any) -> int:
    return int(solver.statistics().get_key_value("rlimit count"))


def to_smtlib(formula: Expr) -> str:
    """The question as a script: the formula holds if a solver answers unsat."""
    script = Script(negate(asked_with_facts(formula) or formula))
    return f"(set-logic ALL)\n{script.text(*script.assertions)}(check-sat)\n"


def second_opinion(formula: Expr, milliseconds: int = 60_000) -> Outcome:
    """The same question to cvc5."""
    try:
        import cvc5
    except ImportError:
        return Outcome(False, "cvc5 is not installed")
    solver = cvc5.Solver()
    solver.setOption("tlimit-per", str(milliseconds))
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, to_smtlib(formula), "question")
    symbols = parser.getSymbolManager()
    answer = ""
    try:
        while not (command := parser.nextCommand()).isNull():
            answer += str(command.invoke(solver, symbols))
    except Exception as problem:  # cvc5 raises its own errors for what it does not take; none of them is a proof
        return Outcome(False, f"cvc5 failed: {problem}")
    return Outcome(
        answer.strip() == "unsat", "" if answer.strip() == "unsat" else f"cvc5 says {answer.strip() or 'nothing'}"
    )


# -------------------------------------------------------------------------------------------------------------- models


def _values(model: Any, script: Script, formula: Expr) -> dict[Var, Any]:
    """The values of the free variables, as far as they can be shown."""
    values: dict[Var, Any] = {}
    for var in sorted(free_variables(formula), key=lambda v: (v.name, v.place.value)):
        value = _value(model, script, var, var)
        values[var] = value
    return values


def _value(model: Any, script: Script, var: Var, e: Expr) -> Any:
    match e.type:
        case ListOf():
            length = _number(model, script, apply(Op.LEN, e))
            if not isinstance(length, int) or length < 0:
                return Words("?")
            items = [_value(model, script, var, apply(Op.GET, e, Literal(i))) for i in range(min(length, _LONGEST))]
            return [*items, Words("…")] if length > _LONGEST else items
        case TupleOf(items):
            return tuple(_value(model, script, var, apply(Op.PROJ, e, Literal(i))) for i in range(len(items)))
        case _:
            return _number(model, script, e)


def _number(model: Any, script: Script, e: Expr) -> Any:
    text = script.term(e)
    (same,) = z3.parse_smt2_string(script.text(f"(= {text} {text})"), ctx=model.ctx)
    term = model.eval(same.arg(0), model_completion=True)
    if e.type == BOOL:
        return z3.is_true(term)
    if e.type == INT and z3.is_int_value(term):
        return term.as_long()
    if e.type == REAL and z3.is_rational_value(term):
        return Fraction(term.numerator_as_long(), term.denominator_as_long())
    return Words(term)
