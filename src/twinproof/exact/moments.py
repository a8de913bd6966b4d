"""What breaks a claim about Rényi divergences: an order, and outputs whose part of the sum is already too much.

For an order α > 1 a claim says Σ_x μ(x)^α · ν(x)^(1−α) ≤ e^((α−1)·b), where b is what it allows the divergence to be.
No term is negative, so any outputs give a lower bound of the sum; a term grows with μ(x) and falls with ν(x), so lower
bounds of the one and upper bounds of the other give one too. Where ν(x) = 0 < μ(x) the sum is infinite.

With a δ the claim is about some μ' ≤ μ that has at most δ less. Whatever μ' is, and for any cap c > 0,

    Σ_x μ'(x)^α · ν(x)^(1−α)  ≥  Σ_x t(x) − λ·δ,   where λ = α·c^(α−1) and
    t(x) = min over 0 ≤ m ≤ μ(x) of m^α·ν(x)^(1−α) + λ·(μ(x) − m),

since the left is at least Σ_x t(x) − λ·Σ_x (μ(x) − μ'(x)). The minimum is at m = min(μ(x), c·ν(x)), no t(x) is
negative, and as before it grows with μ(x) and falls with ν(x).

All that the replay believes of such claims stands here.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from twinproof.exact.distribution import bounds
from twinproof.lang.claim import OfMoments

if TYPE_CHECKING:  # flint is loaded by whoever computes with balls
    from flint import arb

MOST_BITS = 4_000  # of the numbers of an order
_BITS = 512
_LARGEST_ORDER = 10**6


@dataclass(frozen=True, slots=True)
class Order:
    """The order of a divergence, and where a δ is claimed the ratio from which on mass is taken away."""

    alpha: Fraction
    cap: Fraction | None = None

    def why_not(self, claim: OfMoments[Fraction]) -> str:
        """Why nothing about the claim follows at this order, in words; empty if something may."""
        numbers = [self.alpha, *([] if self.cap is None else [self.cap])]
        if any(max(n.numerator.bit_length(), n.denominator.bit_length()) > MOST_BITS for n in numbers):
            return "its order is too long"
        if not 1 < self.alpha <= _LARGEST_ORDER or not claim.speaks_of(self.alpha):
            return "the claim does not speak of this order"
        if (self.cap is None) != (claim.delta == 0) or (self.cap is not None and self.cap <= 0):
            return "there is a cap where a δ is claimed, and only there"
        return ""


@dataclass(frozen=True, slots=True)
class Moment:
    """A lower bound of the sum, for some outputs; None if it is infinite."""

    order: Order
    at_least: Fraction | None

    def exceeds(self, claim: OfMoments[Fraction]) -> bool:
        """Whether the sum is more than the claim allows, for certain."""
        from flint import ctx

        if self.order.why_not(claim):
            return False
        if self.at_least is None:
            return True
        if self.at_least <= 0:
            return False
        limit = (self.order.alpha - 1) * claim.bound(self.order.alpha)
        with ctx.workprec(_BITS):
            return bool(_ball(self.at_least).log() > _ball(limit))

    @property
    def divergence_at_least(self) -> float:
        """A float at or below the divergence, or 0 if that is below 0."""
        from flint import ctx

        if self.at_least is None:
            return math.inf
        if self.at_least <= 1:
            return 0.0
        with ctx.workprec(_BITS):
            low = bounds(_ball(self.at_least).log() / _ball(self.order.alpha - 1)).lower
        value = float(low)
        while Fraction(value) > low:
            value = math.nextafter(value, -math.inf)
        return max(0.0, value)


def moment(masses: Sequence[tuple[Fraction, Fraction]], order: Order, delta: Fraction) -> Moment:
    """The sum over outputs with at least these masses on the left and at most these on the right."""
    from flint import arb, ctx

    with ctx.workprec(_BITS):
        total, alpha = arb(0), _ball(order.alpha)
        extra = None if order.cap is None else alpha * (_ball(order.cap).log() * (alpha - 1)).exp()
        for p, q in masses:
            if p <= 0:
                continue
            if extra is None:
                if q == 0:
                    return Moment(order, None)
                total += _term(p, q, alpha)
            else:
                assert order.cap is not None
                kept = min(p, order.cap * q)
                total += (_term(kept, q, alpha) if kept > 0 else arb(0)) + extra * _ball(p - kept)
        if extra is not None:
            total -= extra * _ball(delta)
        return Moment(order, bounds(total).lower)


def _term(p: Fraction, q: Fraction, alpha: arb) -> arb:
    return (alpha * _ball(p).log() + (1 - alpha) * _ball(q).log()).exp()


def _ball(number: Fraction) -> arb:
    from flint import arb, fmpq

    return arb(fmpq(number.numerator, number.denominator))
