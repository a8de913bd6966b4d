"""Numbers of claims and losses in words; what is said of Rényi divergences."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import assert_never

from twinproof.exact.moments import Order
from twinproof.lang.claim import Concentrated, OfMoments, Renyi
from twinproof.lang.python_values import shown
from twinproof.lang.rounding import in_digits, rounded_down

_LONG = 10**18  # the parts of a fraction that nobody has written


def stated_number(number: Fraction) -> str:
    """A number of the claim; with a few digits, if it is one that was rounded to a fraction."""
    return shown(number) if max(number.numerator, number.denominator) < _LONG else in_digits(number)


def in_claims(loss: float, limit: Fraction) -> Fraction | float:
    """A loss in multiples of what is claimed, exactly; a float only where it is infinite, or zero."""
    if limit > 0 and math.isfinite(loss):
        return Fraction(loss) / limit
    return math.inf if loss > 0 else 0.0


def divergence_words(claim: OfMoments[Fraction], order: Order | None, at_least: float, outputs: int) -> str:
    """How large the divergence is by some outputs alone, and what was claimed, in a sentence."""
    assert order is not None
    by = "By this output alone" if outputs == 1 else "By these outputs alone"
    if math.isinf(at_least):
        return f"The divergence is infinite, and {_claimed(claim)}: the right can never give this output."
    without = "" if claim.delta == 0 else f", also without a mass of δ = {stated_number(claim.delta)},"
    size = f"{by}{without} the Rényi divergence of order {_number(order)} is {rounded_down(at_least)} at least"
    return f"{size}, and {_claimed(claim)}{_allowed(claim, order)}{_times(claim, order, at_least)}."


def largest_divergence_words(claim: OfMoments[Fraction], order: Order | None, at_least: float, shared: str) -> str:
    """The largest divergence that a search has seen, in a sentence."""
    assert order is not None
    head = "The largest Rényi divergence that was seen, in multiples of the claim,"
    if math.isinf(at_least):
        return f"{head} is infinite{shared}."
    size = f"is one of order {_number(order)} of {rounded_down(at_least, 4)} at least"
    return f"{head} {size}{shared}, and {_claimed(claim)}{_allowed(claim, order)}{_times(claim, order, at_least)}."


def _claimed(claim: OfMoments[Fraction]) -> str:
    match claim:
        case Concentrated(rho):
            return f"claimed is ρ = {stated_number(rho)}"
        case Renyi(_, r):
            return f"claimed is {stated_number(r)}"
        case other:
            assert_never(other)


def _allowed(claim: OfMoments[Fraction], order: Order) -> str:
    """What the claim comes to at an order, where that is not what is written."""
    if isinstance(claim, Renyi):
        return ""
    return f", which allows for {stated_number(claim.bound(order.alpha))} at this order"


def _times(claim: OfMoments[Fraction], order: Order, at_least: float) -> str:
    bound = claim.bound(order.alpha)
    return f": {rounded_down(in_claims(at_least, bound), 4)} times as much" if bound > 0 else ""


def _number(order: Order) -> str:
    return stated_number(order.alpha)
