"""Rényi divergences of two sub-distributions, with certified bounds, at one order and over all orders.

D_α(μ‖ν) = 1/(α−1) · ln Σ_x μ(x)^α · ν(x)^(1−α) for α > 1, infinite where μ(x) > 0 = ν(x). It grows with α up to
D_∞ = ln max μ(x)/ν(x): for μ of mass m it is ln(m)/(α−1) plus the logarithm of a power mean of μ/ν, and neither falls
as α grows. So on orders from a to b the quotient D_α/α is at most D_b/a, if it is not below 0, and what zCDP is about,
the largest D_α/α, is found by halving the stretch of orders that leaves most room.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from flint import arb, ctx, fmpq

from twinproof.exact.distribution import Interval, SubDistribution, T, bounds
from twinproof.exact.profile import Range, Seen

_BITS = 192
_NEAR_ONE = tuple(map(Fraction, ("1", "257/256", "17/16", "5/4", "3/2")))
_FIRST = (*_NEAR_ONE, *map(Fraction, (2, 3, 4, 6, 8, 16, 32, 64, 256, 1024)))
_NARROW = 1e-4  # a stretch is halved until the bounds differ by this part of themselves
_MOST = 60  # stretches that are halved


@dataclass(frozen=True, slots=True)
class Pair:
    """Bounds of the masses of one output on either side."""

    left: Interval
    right: Interval


@dataclass(frozen=True, slots=True)
class Largest:
    """The largest D_α/α over all orders, or 0 if all are below; with bounds, and an order that comes near to it."""

    order: Fraction
    value: Range


class Divergences:
    """One side against the other; `beyond` says that the left may have mass on outputs that are not listed."""

    def __init__(self, pairs: Iterable[Pair], beyond: bool = False) -> None:
        self._pairs = [p for p in pairs if p.left.upper > 0]
        self._beyond = beyond
        self._at = lru_cache(maxsize=None)(self._computed)

    def at(self, order: Fraction) -> Range:
        """Bounds of the divergence of an order above 1."""
        if order <= 1:
            raise ValueError("the order of a Rényi divergence is above 1")
        return self._at(order)

    def _computed(self, order: Fraction) -> Range:
        sure = [(p.left.lower, p.right.upper) for p in self._pairs if p.left.lower > 0]
        low = -math.inf
        if any(q == 0 for _, q in sure):
            low = math.inf
        elif sure:
            low = _logarithm(_sum(sure, order).lower, order, -1)
        most = [(p.left.upper, p.right.lower) for p in self._pairs]
        if self._beyond or any(q == 0 for _, q in most):
            return Range(low, math.inf)
        return Range(low, _logarithm(_sum(most, order).upper, order, 1) if most else -math.inf)

    @property
    def infinite(self) -> Range:
        """Bounds of D_∞, the largest loss."""
        low, high = -math.inf, math.inf if self._beyond else -math.inf
        for p in self._pairs:
            if p.left.lower > 0:
                low = max(low, math.inf if p.right.upper == 0 else _log(p.left.lower / p.right.upper, -1))
            high = max(high, math.inf if p.right.lower == 0 else _log(p.left.upper / p.right.lower, 1))
        return Range(low, high)

    def largest(self) -> Largest:
        """The largest D_α/α."""
        best, order = -math.inf, Fraction(2)
        for a in _FIRST[1:]:
            best, order = max((best, order), (self._quotient(a), a))
        if math.isinf(best):
            return Largest(Fraction(2), Range(best, math.inf if best > 0 or self._pairs else best))
        stretches = [(a, b) for a, b in zip(_FIRST, (*_FIRST[1:], None), strict=True)]
        for _ in range(_MOST):
            stretches.sort(key=self._at_most)
            a, b = stretches.pop()
            top = self._at_most((a, b))
            middle = (a + b) / 2 if b is not None else 4 * a
            if math.isinf(top) or top <= max(best, 0.0) * (1 + _NARROW):
                stretches.append((a, b))
                break
            best, order = max((best, order), (self._quotient(middle), middle))
            stretches += [(a, middle), (middle, b)]
        return Largest(order, Range(max(0.0, best), max(0.0, *map(self._at_most, stretches))))

    def _quotient(self, order: Fraction) -> float:
        return _over(self.at(order).at_least, order, -1)

    def _at_most(self, stretch: tuple[Fraction, Fraction | None]) -> float:
        """A bound of the quotient at all orders of a stretch, where that is not below 0; the first begins at 1."""
        a, b = stretch
        top = self.infinite if b is None else self.at(b)
        return _over(top.at_most, a, 1)


def of_seen(here: Seen, there: Seen) -> Divergences:
    """The divergences of two sides as far as they were seen: what is lost may lie on any output."""
    lost, rest = Fraction(there.lost), Fraction(here.lost) + Fraction(here.unlisted)
    masses = zip(here.low.tolist(), here.high.tolist(), there.low.tolist(), there.high.tolist(), strict=True)
    pairs = (
        Pair(Interval(Fraction(a), Fraction(b)), Interval(Fraction(c), Fraction(d) + lost)) for a, b, c, d in masses
    )
    return Divergences(pairs, rest > 0)


def renyi_divergence(left: SubDistribution[T], right: SubDistribution[T], order: Fraction) -> Range:
    """Bounds of D_α(left ‖ right)."""
    return divergences(left, right).at(order)


def divergences(left: SubDistribution[T], right: SubDistribution[T]) -> Divergences:
    """All divergences of two sub-distributions."""
    return Divergences(Pair(_bounds(left, x), _bounds(right, x)) for x in left.support)


def _bounds(of: SubDistribution[T], x: T) -> Interval:
    found = bounds(of[x])
    return Interval(max(Fraction(0), found.lower), max(Fraction(0), found.upper))


def _sum(masses: Iterable[tuple[Fraction, Fraction]], order: Fraction) -> Interval:
    with ctx.workprec(_BITS):
        alpha, total = _ball(order), arb(0)
        for p, q in masses:
            total += (alpha * _ball(p).log() + (1 - alpha) * _ball(q).log()).exp()
        found = bounds(total)
    return Interval(max(Fraction(0), found.lower), found.upper)


def _logarithm(total: Fraction, order: Fraction, direction: int) -> float:
    """ln(total) / (order − 1), rounded in the direction."""
    if total <= 0:
        return -math.inf
    with ctx.workprec(_BITS):
        return _rounded(_ball(total).log() / _ball(order - 1), direction)


def _log(ratio: Fraction, direction: int) -> float:
    if ratio <= 0:
        return -math.inf
    with ctx.workprec(_BITS):
        return _rounded(_ball(ratio).log(), direction)


def _over(value: float, order: Fraction, direction: int) -> float:
    if math.isinf(value):
        return value
    return _float(Fraction(value) / order, direction)


def _rounded(ball: arb, direction: int) -> float:
    found = bounds(ball)
    return _float(found.upper if direction > 0 else found.lower, direction)


def _float(exact: Fraction, direction: int) -> float:
    """The nearest float in a direction."""
    value = float(exact)
    if (Fraction(value) - exact) * direction < 0:
        value = math.nextafter(value, direction * math.inf)
    return value


def _ball(number: Fraction) -> arb:
    return arb(fmpq(number.numerator, number.denominator))
