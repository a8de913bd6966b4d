"""What it means that a mechanism is private, as a judgment.

    ⊢ c ~⟨ε,δ⟩ c : adjacent ∧ requires ⇒ result⟨1⟩ = result⟨2⟩

Adjacency is symmetric, so one direction covers both. A claim may speak of the length of a private list; the judgment
names it by a rigid variable, since budgets are over rigid variables only.
"""

from __future__ import annotations

from typing import assert_never

from twinproof.kernel.judgment import Budget, Judgment
from twinproof.lang.claim import Claim, EpsilonDelta
from twinproof.lang.command import mentioned
from twinproof.lang.expr import (
    ZERO,
    Apply,
    Expr,
    Op,
    Place,
    Var,
    apply,
    conjunction,
    exists,
    forall,
    fresh_name,
    implies,
    negate,
    subterms,
    tag,
)
from twinproof.lang.mechanism import EachWithin, Mechanism, Neighbours, OneWithin, Parameter, Sensitive, Within
from twinproof.lang.types import DATABASE, INT, QUERY, SCORE, ListOf

LEFT, RIGHT, RIGID = Place.LEFT, Place.RIGHT, Place.RIGID


def privacy(mechanism: Mechanism) -> Judgment:
    """The judgment that the claim of a mechanism stands for."""
    lengths = _lengths(mechanism)
    facts = [tag(mechanism.requires, LEFT)]
    facts += [apply(Op.LT, ZERO, p.var) for p in mechanism.parameters if p.positive]
    facts += [f for p in mechanism.parameters for f in adjacency(mechanism, p)]
    facts += [apply(Op.EQ, apply(Op.LEN, _at(v, LEFT)), n) for v, n in lengths.items()]
    result = mechanism.result
    post = apply(Op.EQ, _at(result, LEFT), _at(result, RIGHT))
    cost = _cost(mechanism.claim.map(lambda e: _named(e, lengths)))
    return Judgment(mechanism.body, mechanism.body, conjunction(*facts), post, cost)


def _cost(claim: Claim) -> Budget:
    """What the claim allows the two runs to cost: here each notion of privacy gets its meaning in the logic."""
    match claim:
        case EpsilonDelta(epsilon, delta):
            return Budget(epsilon, delta)
        case _:
            assert_never(claim)


def adjacency(mechanism: Mechanism, parameter: Parameter) -> list[Expr]:
    """What is known of one parameter in two adjacent runs. Reads outside a list yield 0 in both runs."""
    var, kind = parameter.var, parameter.adjacency
    left, right = (_at(var, LEFT), _at(var, RIGHT)) if parameter.private else (var, var)
    taken = {p.name for p in mechanism.parameters}  # the bound may speak of parameters: they must not be captured
    i, j = (Var(fresh_name(name, taken), INT, RIGID) for name in ("i", "j"))
    match kind:
        case None | Neighbours():
            return []
        case Within(bound):
            return [_close(left, right, bound)]
        case EachWithin(bound, monotone) if not monotone:
            return [_same_length(left, right), forall(j, _close(_item(left, j), _item(right, j), bound))]
        case EachWithin(bound):
            up, down = (forall(j, _rises(_item(a, j), _item(b, j), bound)) for a, b in ((left, right), (right, left)))
            return [_same_length(left, right), apply(Op.OR, up, down)]
        case OneWithin(bound):
            others = implies(negate(apply(Op.EQ, j, i)), apply(Op.EQ, _item(left, j), _item(right, j)))
            moved = _close(_item(left, i), _item(right, i), bound)
            return [_same_length(left, right), exists(i, conjunction(moved, forall(j, others)))]
        case Sensitive(bound):
            databases = [p.var for p in mechanism.parameters if p.var.type == DATABASE]
            return [_sensitive(var, d, bound, j) for d in databases]


def _sensitive(var: Var, database: Var, bound: Expr, j: Var) -> Expr:
    d1, d2 = _at(database, LEFT), _at(database, RIGHT)
    if var.type == SCORE:
        return forall(j, _close(apply(Op.SCORE, var, d1, j), apply(Op.SCORE, var, d2, j), bound))
    assert var.type == ListOf(QUERY)
    query = _item(var, j)
    return forall(j, _close(apply(Op.ANSWER, query, d1), apply(Op.ANSWER, query, d2), bound))


def _at(var: Var, place: Place) -> Var:
    return Var(var.name, var.type, place)


def _item(items: Expr, position: Expr) -> Expr:
    return apply(Op.GET, items, position)


def _same_length(left: Expr, right: Expr) -> Expr:
    return apply(Op.EQ, apply(Op.LEN, left), apply(Op.LEN, right))


def _close(a: Expr, b: Expr, bound: Expr) -> Expr:
    """|a − b| ≤ bound, as two inequalities."""
    difference = apply(Op.SUB, a, b)
    return conjunction(apply(Op.LE, difference, bound), apply(Op.LE, apply(Op.NEG, bound), difference))


def _rises(a: Expr, b: Expr, bound: Expr) -> Expr:
    difference = apply(Op.SUB, b, a)
    return conjunction(apply(Op.LE, ZERO, difference), apply(Op.LE, difference, bound))


def _lengths(mechanism: Mechanism) -> dict[Var, Var]:
    """Rigid names for the lengths of private lists that the claim or a noise rate speaks of."""
    spoken = [*mechanism.claim.parts(), *(e for s in mechanism.samplings for e in s.parameters)]
    taken = {v.name for v in mentioned(mechanism.body)} | {p.name for p in mechanism.parameters}
    found: dict[Var, Var] = {}
    for p in mechanism.parameters:
        if p.private and any(_length(p.var) in set(subterms(e)) for e in spoken if isinstance(p.var.type, ListOf)):
            name = fresh_name(f"len_{p.name}", taken)
            taken.add(name)
            found[p.var] = Var(name, INT, RIGID)
    return found


def _length(var: Var) -> Expr:
    return apply(Op.LEN, var)


def _named(e: Expr, lengths: dict[Var, Var]) -> Expr:
    """The expression with the lengths replaced by their names."""
    for var, name in lengths.items():
        e = _replace(e, _length(var), name)
    return e


def _replace(e: Expr, part: Expr, by: Expr) -> Expr:
    if e == part:
        return by
    return Apply(e.op, tuple(_replace(a, part, by) for a in e.args), e.type) if isinstance(e, Apply) else e
