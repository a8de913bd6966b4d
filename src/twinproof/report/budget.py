"""The budget of a proof, line by line: how much of the claimed ε is spent where, at given inputs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from twinproof.lang.command import Sample, While, subcommands
from twinproof.lang.expr import Expr, Literal, Place, Var, free_variables
from twinproof.lang.interpret import evaluate
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.printer import show_expr
from twinproof.search.result import Account, CoupledSample, Spending


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of the budget: the lines that spend it, the bound in words, and from where to where it goes (of 1)."""

    what: str
    bound: str
    start: Fraction
    end: Fraction


def segments(mechanism: Mechanism, proof: Account, case: str, values: Mapping[str, Any]) -> list[Segment] | None:
    """The stretches in the order of the lines, for one case of the proof; None where they have no value."""
    places_of = (Place.LEFT, Place.RIGHT)
    memory: dict[Var, Any] = {p.var: values[p.name] for p in mechanism.parameters if p.name in values}
    memory |= {replace(v, place=place): value for v, value in memory.items() if not _rigid(v) for place in places_of}
    try:
        whole = Fraction(evaluate(proof.claim.amount, memory))
        if whole <= 0:
            return None
        found: list[Segment] = []
        at = Fraction(0)
        for spending in (s for s in proof.spending if s.case == case):
            amount = Fraction(evaluate(spending.bound, memory)) * Fraction(evaluate(spending.rate, memory)) / whole
            for what, bound, share in _split(mechanism, proof, spending, amount, whole, memory):
                found.append(Segment(what, bound, at, at + share))
                at += share
    except (KeyError, ArithmeticError, TypeError, ValueError):
        return None
    return found


def _split(
    mechanism: Mechanism,
    proof: Account,
    spending: Spending,
    amount: Fraction,
    whole: Fraction,
    memory: Mapping[Var, Any],
) -> list[tuple[str, str, Fraction]]:
    """Lines that share a bound. What a line outside of loops costs is known by itself; the others share the rest."""
    names = spending.what.split(", ")
    mine = [c for c in proof.couplings if c.case == spending.case and c.variable in names]
    together = f"{show_expr(spending.bound)} · {_factor(spending.rate)}"
    fixed = {c: price for c in mine if (price := _price(mechanism, c)) is not None}
    shares = {c: Fraction(evaluate(price, memory)) / whole for c, price in fixed.items()}
    rest = amount - sum(shares.values())
    others = [c for c in mine if c not in fixed]
    if not fixed or not others or rest < 0:
        return [(places(mine) or spending.what, together, amount)]
    found = [(places([c]), show_expr(fixed[c]), share) for c, share in shares.items()]
    return [*found, (places(others), f"the rest of {together}", rest)]


def _price(mechanism: Mechanism, coupling: CoupledSample) -> Expr | None:
    """The cost of a line that is passed once and whose shift and centre are the same whatever the inputs."""
    loops = [c for c in subcommands(mechanism.body) if isinstance(c, While)]
    inside = {id(c) for loop in loops for c in subcommands(loop.body)}  # two draws may be equal, and are not the same
    found = [s for s in mechanism.samplings if s.target.name == coupling.variable and _line(s) == coupling.line]
    if len(found) != 1 or id(found[0]) in inside or coupling.shift != Literal(1):
        return None
    public = all(map(_rigid, free_variables(found[0].centre)))
    return found[0].rate if public else None


def _rigid(var: Var) -> bool:
    return var.place is Place.RIGID


def _line(sample: Sample) -> int | None:
    return sample.at.line if sample.at is not None else None


def _factor(rate: Expr) -> str:
    text = show_expr(rate)
    return text if text.isidentifier() or text.isdigit() else f"({text})"


def places(couplings: Sequence[CoupledSample]) -> str:
    """Lines with what is drawn there, for people: "line 22, bar"."""
    return "; ".join(
        f"line {c.line}, {c.variable}" if c.line is not None else c.variable for c in dict.fromkeys(couplings)
    )
