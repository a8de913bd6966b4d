"""What is known of two inputs where it could not be decided whether they break the claim, what is open, and what to do.

All numbers are certified. The loss of an output is looked at in each direction by itself, ln(p/q) and ln(q/p), and so
is the least δ: a claim may be settled in one direction and open in the other.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from twinproof.exact.distribution import Interval
from twinproof.exact.profile import log_ratio

if TYPE_CHECKING:
    from twinproof.exact.meaning import Comparison, OutputLoss

_CLOSE = 1e-6  # so close to the claimed ε bounds may well be those of a loss that is just ε


@dataclass(frozen=True, slots=True)
class Way:
    """One side against the other: what the outputs that are listed lose, and what the claimed ε takes."""

    name: str
    at_least: float  # the largest loss that is certain
    output: Any  # which output has it; None if no loss is certain
    at_most: float  # that none of the listed outputs exceeds; infinite where one has no bound
    unbounded: int  # outputs that may be impossible on the other side, as far as is known
    exceeding: int  # outputs that may lose more than ε, and need not
    least_delta: Interval


@dataclass(frozen=True, slots=True)
class Undecided:
    """What the bounds of a comparison say, and what they leave open."""

    ways: tuple[Way, ...]  # none where Rényi divergences are claimed
    listed: int
    left_out: tuple[float, float]  # mass of either side that may lie on any outputs
    limits: tuple[str, ...]  # that were met
    advice: tuple[str, ...]

    @property
    def enough(self) -> Fraction | None:
        """A δ with which these two inputs keep the claimed ε for certain; None if only 1 is."""
        delta = max((way.least_delta.upper for way in self.ways), default=Fraction(1))
        return delta if delta < 1 else None


def undecided(comparison: Comparison) -> Undecided | None:
    """What is known where it could not be decided; None where it was."""
    if comparison.violates is not None:
        return None
    sides = comparison.left, comparison.right
    ways = () if comparison.measured is not None else tuple(_ways(comparison))
    left_out = (sides[0].lost + sides[0].unlisted, sides[1].lost + sides[1].unlisted)
    limits = tuple(dict.fromkeys(reason for side in sides for reason in side.reasons))
    return Undecided(ways, len(comparison.rows), left_out, limits, tuple(_advice(comparison, ways, left_out)))


def _ways(comparison: Comparison) -> Iterator[Way]:
    one, two = comparison.profile.directions
    epsilon = comparison.claim.epsilon
    forth = [(r, r.left, r.right) for r in comparison.rows]
    back = [(r, r.right, r.left) for r in comparison.rows]
    yield _way("left against right", forth, epsilon, one.least_delta(epsilon))
    yield _way("right against left", back, epsilon, two.least_delta(epsilon))


def _way(
    name: str, rows: Sequence[tuple[OutputLoss, Interval, Interval]], epsilon: Fraction, least_delta: Interval
) -> Way:
    lows = [log_ratio(p.lower, q.upper, -1) for _, p, q in rows]
    highs = [log_ratio(p.upper, q.lower, 1) for _, p, q in rows]
    best = max(range(len(rows)), key=lambda n: lows[n], default=None)
    certain = best is not None and lows[best] > 0
    return Way(
        name,
        lows[best] if best is not None and certain else 0.0,
        rows[best][0].output if best is not None and certain else None,
        max((h for h in highs if math.isfinite(h)), default=0.0) if rows else math.inf,
        sum(math.isinf(h) for h in highs),
        sum(low <= epsilon < high for low, high in zip(lows, highs, strict=True)),
        least_delta,
    )


def _advice(comparison: Comparison, ways: Sequence[Way], left_out: tuple[float, float]) -> Iterator[str]:
    """What may help, from what stands in the way."""
    if not comparison.complete:
        yield "compare shorter lists or a larger ε, or leave more out with a larger --tolerance"
    elif comparison.measured is None:
        epsilon = float(comparison.claim.epsilon)
        tight = [w for w in ways if w.exceeding and abs(w.at_most - epsilon) < _CLOSE > abs(epsilon - w.at_least)]
        if tight:
            yield "a loss may well be just ε, and then no numbers show that it is not a little more"
        elif any(w.exceeding or w.unbounded for w in ways) and max(left_out) > 0:
            yield "a smaller --tolerance makes the bounds narrower"
        elif max(left_out) > 0:
            yield "a smaller --tolerance leaves less out, though never nothing where outputs have no end"
    elif max(left_out) > 0:
        yield "a smaller --tolerance leaves less out, though never nothing where outputs have no end"
    yield "twinproof verify looks for a proof, which is about all outputs and inputs, and for a counterexample"
