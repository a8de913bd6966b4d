"""From a pair of inputs that the engine finds suspicious to a counterexample that was recomputed without it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import flint
import numpy as np

from twinproof.exact.distribution import Interval, bounds
from twinproof.exact.engine.run import Limits
from twinproof.exact.meaning import distribution, output_of
from twinproof.lang.errors import TwinproofError
from twinproof.lang.inputs import FixedScore, MissingScore, check_adjacent, check_inputs, value_of
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.types import SCORE
from twinproof.refute.balls import TooLong, probability
from twinproof.refute.board import Finding, fewest, power_of_e, table_of
from twinproof.refute.evidence import Counterexample
from twinproof.refute.possible import is_impossible
from twinproof.refute.space import Space

_DIGITS = 10**6  # a probability is shown to about so many parts of itself
MOST_SCORES = 30  # that are listed one by one; beyond, one number stands for all others
_LIMITS = Limits(rows=100_000, iterations=400, work=20_000_000)
_FINEST = Fraction(1, 10**300)


@dataclass(frozen=True, slots=True)
class Replayed:
    """What a recomputation found out about an event on two inputs."""

    p_left: Interval
    p_right: Interval
    epsilon: Fraction
    delta: Fraction
    asked: Mapping[str, frozenset[int]]  # the candidates whose scores were looked at

    @property
    def breaks(self) -> bool:
        """Whether P_left > e^ε · P_right + δ for certain."""
        with flint.ctx.workprec(512):
            factor = bounds(flint.arb(flint.fmpq(self.epsilon.numerator, self.epsilon.denominator)).exp())
        return self.p_left.lower > factor.upper * self.p_right.upper + self.delta

    @property
    def loss_at_least(self) -> float:
        """A float at or below ln(P_left / P_right); infinite when the right is certainly impossible."""
        if self.p_left.lower <= 0:
            return 0.0
        if self.p_right.upper == 0:
            return math.inf
        ratio = self.p_left.lower / self.p_right.upper
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
) -> Replayed:
    """Both probabilities of an event, in ball arithmetic, as finely as it takes to see whether the claim is broken.

    `about` is where the smaller probability may lie: it saves time, and nothing depends on it. Raises
    `TwinproofError` for inputs that are wrong or not adjacent, `NotConfirmed` when it would take too long.
    """
    a, b = check_inputs(core, left), check_inputs(core, right)
    check_adjacent(core, a, b)
    epsilon, delta = Fraction(value_of(core.epsilon, core, a)), Fraction(value_of(core.delta, core, a))
    scores = [p.name for p in core.parameters if p.var.type == SCORE]
    asked: dict[str, set[int]] = {name: set() for name in scores}
    for side in (a, b):
        side.update({name: _Recorded(side[name], asked[name]) for name in scores})
    outputs = list(event)
    loss = fineness(about)
    try:
        right_never = all(is_impossible(core, b, o) for o in outputs)
        while True:
            share = loss / (8 * len(outputs))
            p = probability(core, a, outputs, share)
            q = Interval(Fraction(0), Fraction(0)) if right_never else probability(core, b, outputs, share)
            needed = fineness(smaller(p, q))
            if needed == loss or loss <= _FINEST:
                return Replayed(p, q, epsilon, delta, {name: frozenset(seen) for name, seen in asked.items()})
            loss = needed if p.lower > 0 else max(loss**2, _FINEST)
    except TooLong as problem:
        raise NotConfirmed("the replay would take too long") from problem
    except MissingScore as problem:
        raise NotConfirmed(str(problem)) from None


def smaller(p: Interval, q: Interval) -> float:
    """The probability that has to be known well: the smaller one, unless it is far smaller than the other."""
    return float(max(min(p.lower, q.lower), p.lower / _DIGITS))


def fineness(smallest: float) -> Fraction:
    """How much mass may be left out where a probability is about so large; a power of ten."""
    if smallest <= 0:
        return Fraction(1, _DIGITS)
    return max(_FINEST, Fraction(1, 10 ** max(6, math.ceil(math.log10(2 * _DIGITS / smallest)))))


# --------------------------------------------------------------------------------------------------- the simplest event


def confirm(space: Space, finding: Finding) -> Counterexample:
    """The counterexample with its simplest event; raises `NotConfirmed` when the replay does not bear it out."""
    problem = NotConfirmed("no event of it could be replayed")
    for event, about in _events(space, finding):
        try:
            return _confirmed(space, finding, event, about)
        except NotConfirmed as failed:
            problem = failed
            if isinstance(failed.__cause__, TooLong):
                break  # and so would other events
    raise problem


def _events(space: Space, finding: Finding) -> list[tuple[tuple[Any, ...], float]]:
    """The event to show, and the one that was found in the search; each with its smaller probability, if known."""
    outputs, low, high = table_of(space, finding.left, finding.right)
    events: list[tuple[tuple[Any, ...], float]] = []
    epsilon, delta = map(float, space.claim(finding.left))
    if outputs and delta > 0:
        gain = low[0] - power_of_e(epsilon) * high[1]
        if gain.clip(0).sum() > delta:
            chosen = fewest(gain, delta)
            events.append((tuple(outputs[o] for o in chosen), float(high[1][chosen].sum())))
    elif outputs:
        with np.errstate(divide="ignore", invalid="ignore"):
            losses = np.where(low[0] > 0, np.log(low[0]) - np.log(high[1]), -np.inf)
        largest = float(losses.max())
        clear = epsilon + min(largest - epsilon, epsilon or largest) / 2  # well over the claim
        good = [n for n in range(len(outputs)) if losses[n] >= (largest if math.isinf(largest) else clear)]
        likely = max((low[0][n] for n in good), default=0.0) / 2
        good.sort(
            key=lambda n: (bool(low[0][n] < likely), _length(outputs[n]), -round(min(float(losses[n]), 1e6), 6), n)
        )
        events += [((outputs[n],), float(min(low[0][n], high[1][n]))) for n in good[:2]]
    return [*events, (finding.event, 1.0)]


def _length(output: Any) -> tuple[int, int]:
    """How long an output is to read, and how large its numbers are."""
    if isinstance(output, list | tuple):
        parts = [_length(o) for o in output]
        return 1 + sum(n for n, _ in parts), sum(s for _, s in parts)
    return 1, 0 if isinstance(output, bool) else abs(output)


def _is_enough(core: Mechanism, given: Mapping[str, object]) -> bool:
    """Whether the engine, which looks further into tails, asks for no other scores."""
    try:
        distribution(core, given, limits=_LIMITS)
    except TwinproofError:
        return False
    return True


def _confirmed(space: Space, finding: Finding, event: tuple[Any, ...], about: float) -> Counterexample:
    core = space.core
    left, right = space.given(finding.left), space.given(finding.right)
    outputs = tuple(output_of(o, core.result.type) for o in event)
    found = replay(core, left, right, outputs, about)
    if not found.breaks:
        raise NotConfirmed("the replay does not find the claim broken")
    if found.asked and all(len(seen) <= MOST_SCORES for seen in found.asked.values()):
        sides = [space.given(point, found.asked) for point in (finding.left, finding.right)]
        if all(_is_enough(core, side) for side in sides):
            left, right = sides
    return Counterexample(
        mechanism=core.name,
        left=left,
        right=right,
        public={p.name: left[p.name] for p in core.parameters if p.adjacency is None},
        event=outputs,
        p_left=found.p_left,
        p_right=found.p_right,
        epsilon=found.epsilon,
        delta=found.delta,
        loss_at_least=found.loss_at_least,
    )
