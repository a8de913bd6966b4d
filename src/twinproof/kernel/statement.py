"""What it means that a mechanism is private, as a judgment.

    ⊢ c ~⟨ε,δ⟩ c : adjacent ∧ requires ⇒ result⟨1⟩ = result⟨2⟩

or, for zCDP and Rényi privacy, with [α: r, δ] in the place of ⟨ε,δ⟩. Adjacency is symmetric, so one direction covers
both. A claim may speak of the length of a private list; the judgment names it by a rigid variable, since budgets are
over rigid variables only.
"""

from __future__ import annotations

from typing import assert_never

from twinproof.kernel.judgment import ALL_ORDERS, Budget, Closeness, Judgment, Orders
from twinproof.lang.adjacency_kind import Sides
from twinproof.lang.claim import Claim, Concentrated, EpsilonDelta, Renyi
from twinproof.lang.command import mentioned
from twinproof.lang.expr import (
    ZERO,
    Expr,
    Op,
    Place,
    Var,
    apply,
    conjunction,
    fresh_name,
    subterms,
    tag,
)
from twinproof.lang.mechanism import Mechanism, Parameter
from twinproof.lang.rewriting import replaced
from twinproof.lang.types import DATABASE, INT, ListOf

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


def _cost(claim: Claim) -> Budget | Closeness:
    """What the claim allows the two runs to cost: here each notion of privacy gets its meaning in the logic."""
    match claim:
        case EpsilonDelta(epsilon, delta):
            return Budget(epsilon, delta)
        case Concentrated(rho, delta):
            return Closeness(ALL_ORDERS, rho, delta)
        case Renyi(alpha, r, delta):
            return Closeness(Orders(alpha), r, delta)
        case _:
            assert_never(claim)


def adjacency(mechanism: Mechanism, parameter: Parameter) -> tuple[Expr, ...]:
    """What is known of one parameter in two adjacent runs. Reads outside a list yield 0 in both runs."""
    kind = parameter.adjacency
    return () if kind is None else kind.relation(sides(mechanism, parameter))


def sides(mechanism: Mechanism, parameter: Parameter) -> Sides:
    """A parameter in both runs, for its adjacency to speak of."""
    var, databases = parameter.var, [p.var for p in mechanism.parameters if p.var.type == DATABASE]
    left, right = (_at(var, LEFT), _at(var, RIGHT)) if parameter.private else (var, var)
    taken = frozenset(p.name for p in mechanism.parameters)  # bounds may speak of parameters: they are not captured
    return Sides(left, right, tuple((_at(d, LEFT), _at(d, RIGHT)) for d in databases), taken)


def _at(var: Var, place: Place) -> Var:
    return Var(var.name, var.type, place)


def _lengths(mechanism: Mechanism) -> dict[Var, Var]:
    """Rigid names for the lengths that the claim or a noise rate speaks of, of private lists that keep theirs."""
    spoken = [*mechanism.claim.parts(), *(e for s in mechanism.samplings for e in s.parameters)]
    taken = {v.name for v in mentioned(mechanism.body)} | {p.name for p in mechanism.parameters}
    lengths: dict[Var, Var] = {}
    for p in mechanism.parameters:
        if not p.private or not p.has_public_length or not isinstance(p.var.type, ListOf):
            continue
        if any(_length(p.var) in set(subterms(e)) for e in spoken):
            name = fresh_name(f"len_{p.name}", taken)
            taken.add(name)
            lengths[p.var] = Var(name, INT, RIGID)
    return lengths


def _length(var: Var) -> Expr:
    return apply(Op.LEN, var)


def _named(e: Expr, lengths: dict[Var, Var]) -> Expr:
    """The expression with the lengths replaced by their names."""
    return replaced(e, {_length(var): name for var, name in lengths.items()})
