"""How ε and δ trade off on two inputs: the least δ for every ε, and the least ε for every δ, both certified.

For one direction, with masses p on the one side and q on the other, the least δ at ε is Σ max(0, p − e^ε·q): that is
the excess P(S) − e^ε·Q(S) of the worst event S = {p > e^ε·q}. The least ε at δ is the logarithm of the largest
(P(S) − δ) / Q(S) over all events S (and at least 0). So every event gives a lower bound of both, and only upper bounds
take all outputs, those too that were cut off. Masses are floats that enclose the true ones, and each sum is widened by
more than its rounding.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from flint import arb, ctx, fmpq
from numpy.typing import NDArray

from twinproof.exact.distribution import Interval, bounds, power_of_e
from twinproof.lang.noise.powers import UNIT, Floats

Bools = NDArray[np.bool_]
_LARGEST = Fraction(700)  # beyond, e^ε is taken for infinite in lower bounds, and for e^700 in upper ones
_SLACK = 4 * UNIT  # p − e^ε·q in floats is off by 2 units of p at most, and a sum that is rounded twice by 2 of its own
_POINTS = 24  # of a curve, on either side of the claimed ε
_STEPS = 100  # of the search for the worst event; each one makes the ratio larger, and few are needed
_MARGINS = (1e-13, 1e-12, 1e-10, 1e-8, 1e-6)  # by which a factor is made larger until it is certain


@dataclass(frozen=True, slots=True)
class Range:
    """Floats with at_least ≤ true ≤ at_most; both may be infinite."""

    at_least: float
    at_most: float


@dataclass(frozen=True, eq=False)
class Seen:
    """Masses of the outputs in one order, as far as they were seen, and what else there may be."""

    low: Floats
    high: Floats  # without what was lost
    lost: float  # mass that may lie on any outputs, listed or not
    unlisted: float  # mass that lies on outputs that are not listed


@dataclass(frozen=True, eq=False)
class Direction:
    """One side against the other."""

    here: Seen
    there: Seen

    def least_delta(self, epsilon: Fraction) -> Interval:
        """Bounds of Σ max(0, p − e^ε·q)."""
        factor = _power(epsilon)
        return Interval(self._excess_at_least(factor.at_most), self._excess_at_most(factor.at_least))

    def least_epsilon(self, delta: Fraction) -> Range:
        """Bounds of the least ε ≥ 0 for which the excess of no event is above δ."""
        return Range(self._epsilon_at_least(delta), self._epsilon_at_most(delta))

    # ---------------------------------------------------------------------------------------------------- the least δ

    def _excess_at_least(self, factor: float) -> Fraction:
        """Of the event that seems to be the worst one: what the other side has lost may all lie in it."""
        p, q = self.here.low, self.there.high
        event = p > _times(factor, q)
        if not event.any():
            return Fraction(0)
        other = _sum_at_most(q[event], self.there.lost)
        if other == 0:
            return _sum_at_least(p[event])
        if math.isinf(factor):
            return Fraction(0)
        return max(Fraction(0), _sum_at_least(p[event]) - Fraction(factor) * other)

    def _excess_at_most(self, factor: float) -> Fraction:
        """Of all outputs, and of all that is not listed."""
        p, q = self.here.high, self.there.low
        moved = _times(factor, q)
        near = p * (1 + _SLACK) >= moved
        gained = np.maximum(p[near] - moved[near], 0.0)
        beyond = (self.here.lost, self.here.unlisted, *(p[near] * _SLACK).tolist())
        return min(Fraction(1), _sum_at_most(gained, *beyond))

    # ---------------------------------------------------------------------------------------------------- the least ε

    def _epsilon_at_least(self, delta: Fraction) -> float:
        return epsilon_at_least(self.here.low, self.there.high, delta, self.there.lost)

    def _epsilon_at_most(self, delta: Fraction) -> float:
        """A factor at which the excess of all outputs together is at most δ, for certain."""
        left = delta - Fraction(self.here.lost) - Fraction(self.here.unlisted)
        if left < 0:
            return math.inf
        p, q = self.here.high, self.there.low
        factor = 1.0
        for event in _events(p, q, left, 0.0):
            over, other = Fraction(math.fsum(p[event].tolist())) - left, math.fsum(q[event].tolist())
            if over > 0 and other == 0:
                return math.inf
            factor = max(factor, _nearest(over / Fraction(other))) if over > 0 else factor
        for tried in (factor, *(factor * (1 + margin) for margin in _MARGINS)):
            if math.isfinite(tried) and self._excess_at_most(tried) <= delta:
                return _log(Fraction(tried), 1)
        return math.inf


def epsilon_at_least(p: Floats, q: Floats, delta: Fraction, lost: float = 0.0) -> float:
    """A lower bound of the ε that δ takes, from lower bounds of the one side's masses and upper ones of the other's.

    Each event is worth (P − δ) / Q. What the other side has lost may all lie in the event.
    """
    best = Fraction(1)
    for event in _events(p, q, delta, lost):
        over, other = _sum_at_least(p[event]) - delta, _sum_at_most(q[event], lost)
        if over > 0 and other == 0:
            return math.inf
        best = max(best, over / other) if over > 0 else best
    return _log(best, -1)


def _events(p: Floats, q: Floats, delta: Fraction, lost: float) -> Iterator[Bools]:
    """Events whose ratio (P − δ) / Q grows, up to the largest: each holds what is above the ratio of the last."""
    factor, limit = 1.0, _nearest(delta)
    for _ in range(_STEPS):
        event = p > _times(factor, q)
        yield event
        over, other = math.fsum(p[event].tolist()) - limit, math.fsum(q[event].tolist()) + lost
        if over <= 0 or other == 0 or not over / other > factor * (1 + UNIT):
            return
        factor = over / other


@dataclass(frozen=True, slots=True)
class Tradeoff:
    """A point of the curve δ(ε)."""

    epsilon: Fraction
    delta: Interval


@dataclass(frozen=True, eq=False)
class Profile:
    """Two sides in both directions: what holds for (ε, δ) has to hold both ways."""

    left: Seen
    right: Seen

    @property
    def directions(self) -> tuple[Direction, Direction]:
        """The left against the right, and the right against the left."""
        return Direction(self.left, self.right), Direction(self.right, self.left)

    def least_delta(self, epsilon: Fraction) -> Interval:
        """The least δ for which (ε, δ) holds on this pair."""
        one, two = (d.least_delta(epsilon) for d in self.directions)
        return Interval(max(one.lower, two.lower), max(one.upper, two.upper))

    def least_epsilon(self, delta: Fraction) -> Range:
        """The least ε for which (ε, δ) holds on this pair; infinite if none does."""
        one, two = (d.least_epsilon(delta) for d in self.directions)
        return Range(max(one.at_least, two.at_least), max(one.at_most, two.at_most))

    def curve(self, around: Fraction, points: int = _POINTS) -> tuple[Tradeoff, ...]:
        """The least δ from ε = 0 to twice a given ε, which is one of the points, in equal steps."""
        middle = min(around, _LARGEST / 2) or Fraction(1, 2)
        steps = (2 * middle * n / (2 * points) for n in range(2 * points + 1))
        return tuple(Tradeoff(epsilon, self.least_delta(epsilon)) for epsilon in steps)


# ------------------------------------------------------------------------------------------------------------- rounding


def _times(factor: float, masses: Floats) -> Floats:
    """factor · mass, where an infinite factor leaves zero as it is."""
    with np.errstate(over="ignore", invalid="ignore"):
        moved: Floats = np.where(masses > 0, factor * masses, 0.0)
    return moved


def _sum_at_least(masses: Floats) -> Fraction:
    return Fraction(math.fsum(masses.tolist()) * (1 - _SLACK))


def _sum_at_most(masses: Floats, *others: float) -> Fraction:
    return Fraction(math.fsum((*masses.tolist(), *others)) * (1 + _SLACK))


def _power(epsilon: Fraction) -> Range:
    """e^ε as floats, rounded outwards."""
    exact = power_of_e(min(epsilon, _LARGEST), 128)
    above = math.nextafter(float(exact.upper), math.inf) if epsilon <= _LARGEST else math.inf
    return Range(max(1.0, math.nextafter(float(exact.lower), 0)), above)


def _nearest(value: Fraction) -> float:
    try:
        return float(value)
    except OverflowError:
        return math.inf


def _log(factor: Fraction, direction: int) -> float:
    """ln(factor) for a factor of at least 1, as a float that is rounded in the given direction."""
    if factor == 1:
        return 0.0
    with ctx.workprec(128):
        exact = bounds(arb(fmpq(factor.numerator, factor.denominator)).log())
    if direction > 0:
        return math.nextafter(float(exact.upper), math.inf)
    return max(0.0, math.nextafter(float(exact.lower), -math.inf))


def log_ratio(p: Fraction, q: Fraction, direction: int) -> float:
    """ln(p/q), rounded outwards in the given direction; p = 0 says nothing, q = 0 < p is infinite."""
    if p == 0:
        return 0.0
    if q == 0:
        return math.inf
    value = math.log(p) - math.log(q) if p.numerator else 0.0
    return value + direction * 8 * UNIT * (abs(math.log(p)) + abs(math.log(q)) + 1)
