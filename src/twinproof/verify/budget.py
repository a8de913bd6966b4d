"""The budget of a proof, line by line: how much of what is claimed is spent where, at given inputs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from twinproof.lang.computable import at_most
from twinproof.lang.expr import Expr, Literal, Place, Var, free_variables
from twinproof.lang.interpret import evaluate
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.printer import show_expr
from twinproof.search.bills import sites_passed_always
from twinproof.search.display import show_variables
from twinproof.search.result import Account, CoupledSample, Directions, Spending

SEPARATOR = "; "  # between those who spend together


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of the budget: who spends it, in words, the bound, and from where to where it goes (of 1)."""

    spenders: tuple[str, ...]
    bound: str
    start: Fraction
    end: Fraction

    @property
    def what(self) -> str:
        return SEPARATOR.join(self.spenders)


def segments(
    mechanism: Mechanism, proof: Account, shape: Directions, values: Mapping[str, Any]
) -> list[Segment] | None:
    """The stretches in the order of the lines, for one shape of the adjacency; None where they have no value."""
    places_of = (Place.LEFT, Place.RIGHT)
    memory: dict[Var, Any] = {p.var: values[p.name] for p in mechanism.parameters if p.name in values}
    memory |= {replace(v, place=place): value for v, value in memory.items() if not _rigid(v) for place in places_of}
    try:
        whole = at_most(evaluate(proof.billed.amount, memory))
        if whole <= 0:
            return None
        stretches: list[Segment] = []
        at = Fraction(0)
        for spending in (s for s in proof.spending if s.directions == shape):
            amount = Fraction(evaluate(spending.bound, memory)) * at_most(evaluate(spending.rate, memory)) / whole
            for spenders, bound, share in _split(mechanism, proof, spending, amount, whole, memory):
                stretches.append(Segment(spenders, bound, at, at + share))
                at += share
    except (KeyError, ArithmeticError, TypeError, ValueError):
        return None
    return stretches


def _split(
    mechanism: Mechanism,
    proof: Account,
    spending: Spending,
    amount: Fraction,
    whole: Fraction,
    memory: Mapping[Var, Any],
) -> list[tuple[tuple[str, ...], str, Fraction]]:
    """Lines that share a bound. What a line costs that every run passes once is known; the others share the rest."""
    mine = [c for c in proof.couplings if c.directions == spending.directions and c.draw in spending.draws]
    together = f"{show_expr(spending.bound)} · {_factor(spending.rate)}"
    always = sites_passed_always(mechanism, proof)
    fixed = {c: price for c in mine if c.draw.site in always and (price := _price(c, memory)) is not None}
    shares = {c: at_most(evaluate(price, memory)) / whole for c, price in fixed.items()}
    rest = amount - sum(shares.values())
    others = [c for c in mine if c not in fixed]
    if not fixed or not others or rest < 0 or proof.first is not None:
        return [(places(mine) or (show_variables(spending.draws),), together, amount)]
    priced_alone = [(places([c]), show_expr(fixed[c]), share) for c, share in shares.items()]
    return [*priced_alone, (places(others), f"the rest of {together}", rest)]


def _price(coupling: CoupledSample, memory: Mapping[Var, Any]) -> Expr | None:
    """The cost of a draw, where it is the same whatever the private inputs are."""
    price = coupling.cases[0].price
    public = all(_rigid(v) and v in memory for v in free_variables(price))
    return price if len(coupling.cases) == 1 and public else None


def _rigid(var: Var) -> bool:
    return var.place is Place.RIGID


def _factor(rate: Expr) -> str:
    text = show_expr(rate)
    plain = isinstance(rate, Var) or (isinstance(rate, Literal) and isinstance(rate.value, int) and rate.value >= 0)
    return text if plain else f"({text})"


def places(couplings: Sequence[CoupledSample]) -> tuple[str, ...]:
    """Lines with what is drawn there, for people: "line 22, bar"."""
    draws = dict.fromkeys(c.draw for c in couplings)
    return tuple(f"line {d.line}, {d.variable}" if d.line is not None else d.variable for d in draws)
