"""The replay of a counterexample: both probabilities of an event, computed again without the engine that found it.

The program and the inputs are checked (`admitted`, `lang.inputs`), then all runs are followed on either side (`balls`).
Bounds of the two probabilities come out, and the claim is broken only if that follows from the bounds. Where Rényi
divergences are claimed, the probabilities of each output of the event are computed, and `moments` says what follows.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, assert_never

import flint

from twinproof.exact.distribution import Interval, bounds, power_of_e
from twinproof.exact.moments import Moment, Order, moment
from twinproof.lang.claim import ClaimValue, Concentrated, EpsilonDelta, OfMoments, Renyi
from twinproof.lang.enclosure import NoNumber
from twinproof.lang.inputs import FixedScore, MissingScore, check_adjacent, check_inputs
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.types import SCORE
from twinproof.refute.admitted import NotAdmitted, admit_event, admit_inputs, admit_program
from twinproof.refute.probability import NoLaw, probability
from twinproof.refute.states import TooLong, Work
from twinproof.refute.support import is_impossible
from twinproof.refute.wanted import ReadsUnset

_DIGITS = 10**6  # a probability is shown to about so many parts of itself
_FINEST = Fraction(1, 10**300)


@dataclass(frozen=True, slots=True)
class Replayed:
    """What a recomputation found out about an event on two inputs."""

    p_left: Interval
    p_right: Interval
    claim: ClaimValue
    asked: Mapping[str, frozenset[int]]  # the candidates whose scores were looked at
    moment: Moment | None = None  # where Rényi divergences are claimed

    @property
    def breaks(self) -> bool:
        """Whether P_left > e^ε · P_right + δ for certain, or the sum of a divergence is more than is claimed."""
        match self.claim:
            case EpsilonDelta():
                p, q = self.p_left.lower, self.p_right.upper
                return self.claim.is_broken_by(p, q, lambda e: power_of_e(e, 512).upper)
            case Concentrated() | Renyi():
                return self.moment is not None and self.moment.exceeds(self.claim)
            case other:
                assert_never(other)

    @property
    def loss_at_least(self) -> float:
        """A float at or below ln(P_left / P_right); infinite when the right is certainly impossible.

        Where Rényi divergences are claimed, a float at or below that of the order.
        """
        if self.moment is not None:
            return self.moment.divergence_at_least
        return log_at_least(self.p_left.lower, self.p_right.upper)


def log_at_least(p: Fraction, q: Fraction) -> float:
    """A float at or below ln(p / q), or 0 if that is below 0; infinite where p is above zero and q is not."""
    if p <= 0:
        return 0.0
    if q == 0:
        return math.inf
    ratio = p / q
    with flint.ctx.workprec(256):
        low = bounds(flint.arb(flint.fmpq(ratio.numerator, ratio.denominator)).log()).lower
    value = float(low)
    while Fraction(value) > low:
        value = math.nextafter(value, -math.inf)
    return max(0.0, value)


@dataclass(frozen=True, slots=True)
class _Recorded:
    """A score that remembers what it was asked."""

    score: FixedScore
    asked: set[int]

    def __call__(self, database: object, candidate: int) -> int:
        self.asked.add(candidate)
        return self.score(database, candidate)


class NotConfirmed(Exception):
    """The recomputation could not finish, or does not find the claim broken."""


def replay(
    core: Mechanism,
    left: Mapping[str, object],
    right: Mapping[str, object],
    event: Sequence[Any],
    about: float = 1.0,
    order: Order | None = None,
) -> Replayed:
    """Both probabilities of an event, in ball arithmetic, as finely as it takes to see whether the claim is broken.

    `about` is where the smaller probability may lie: it saves time, and nothing depends on it. `order` is that of the
    divergence, where a claim is about these. Raises
    `TwinproofError` for inputs that are wrong or not adjacent, `NotConfirmed` when it would take too long.
    """
    try:
        admit_program(core)
        a, b = check_inputs(core, left), check_inputs(core, right)
        check_adjacent(core, a, b)
        claim = admit_inputs(core, a)
        admit_inputs(core, b)
        outputs = list(event)
        admit_event(core, outputs)
        _admit_order(claim, order)
    except (NotAdmitted, ZeroDivisionError, NoNumber) as problem:
        raise NotConfirmed(str(problem)) from None
    scores = [p.name for p in core.parameters if p.var.type == SCORE]
    asked: dict[str, set[int]] = {name: set() for name in scores}
    for side in (a, b):
        side.update({name: _Recorded(side[name], asked[name]) for name in scores})
    loss, work = fineness(about), Work()
    try:
        if order is not None and not isinstance(claim, EpsilonDelta):
            return _by_output(core, (a, b), outputs, claim, order, work, asked)
        right_never = all(is_impossible(core, b, o, work) for o in outputs)
        while True:
            share = loss / (8 * len(outputs))
            p = probability(core, a, outputs, share, work)
            q = Interval(Fraction(0), Fraction(0)) if right_never else probability(core, b, outputs, share, work)
            needed = fineness(smaller(p, q))
            if needed == loss or loss <= _FINEST:
                return Replayed(p, q, claim, {name: frozenset(seen) for name, seen in asked.items()})
            loss = needed if p.lower > 0 else max(loss**2, _FINEST)
    except TooLong as problem:
        raise NotConfirmed("the replay would take too long") from problem
    except (MissingScore, NoLaw, ReadsUnset, ZeroDivisionError, NoNumber) as problem:
        raise NotConfirmed(str(problem)) from None


def _admit_order(claim: ClaimValue, order: Order | None) -> None:
    if isinstance(claim, EpsilonDelta):
        if order is not None:
            raise NotAdmitted("an (ε, δ) claim speaks of no order")
    elif order is None:
        raise NotAdmitted("the order of the divergence is missing")
    elif problem := order.why_not(claim):
        raise NotAdmitted(problem)


def _by_output(
    core: Mechanism,
    sides: tuple[Mapping[str, Any], Mapping[str, Any]],
    outputs: list[Any],
    claim: OfMoments[Fraction],
    order: Order,
    work: Work,
    asked: Mapping[str, set[int]],
) -> Replayed:
    """The same for each output by itself, and the sum of the divergence."""
    (a, b), loss = sides, fineness(1.0)
    never = Interval(Fraction(0), Fraction(0))
    impossible = [is_impossible(core, b, o, work) for o in outputs]
    while True:
        ps = [probability(core, a, [o], loss / 8, work) for o in outputs]
        both = zip(outputs, impossible, strict=True)
        qs = [never if no else probability(core, b, [o], loss / 8, work) for o, no in both]
        needed = min(fineness(float(min(p.lower, q.lower) or p.lower)) for p, q in zip(ps, qs, strict=True))
        if needed >= loss or loss <= _FINEST:
            found = moment([(p.lower, q.upper) for p, q in zip(ps, qs, strict=True)], order, claim.delta)
            seen = {name: frozenset(candidates) for name, candidates in asked.items()}
            return Replayed(_together(ps), _together(qs), claim, seen, found)
        loss = needed if all(p.lower > 0 for p in ps) else max(loss**2, _FINEST)


def _together(parts: Sequence[Interval]) -> Interval:
    low, high = (sum(ends, Fraction(0)) for ends in ((p.lower for p in parts), (p.upper for p in parts)))
    return Interval(low, min(Fraction(1), max(low, high)))


def smaller(p: Interval, q: Interval) -> float:
    """The probability that has to be known well: the smaller one, unless it is far smaller than the other."""
    return float(max(min(p.lower, q.lower), p.lower / _DIGITS))


def fineness(smallest: float) -> Fraction:
    """How much mass may be left out where a probability is about so large; a power of ten."""
    if smallest <= 0:
        return Fraction(1, _DIGITS)
    return max(_FINEST, Fraction(1, 10 ** max(6, math.ceil(math.log10(2 * _DIGITS / smallest)))))
