"""Both sides with the same draws: what tells two data sets apart before any probability is computed.

The left side draws by a script, and the right side is given the same values. Where both return the same, the loss of
that one way to the output is a matter of a few multiplications: how far apart the numbers are that noise was drawn
around, and whether the scales are the same. Where they do not, something is shown that no noise hides, or that this
script does not hide. This is a guess at what is worth computing and at the output to ask for; nothing rests on it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from twinproof.lang.interpret import Diverges
from twinproof.lang.noise import Noise, Parameters
from twinproof.lang.noise.law import RATE
from twinproof.lang.rounding import nearest
from twinproof.refute.moves import Pair, weight
from twinproof.refute.runner import Draw, Runner
from twinproof.refute.space import Point, Space

ROUNDS = 300  # of the loops of a run
_SCRIPTS = ((0, 0), (0, -1), (1, -1), (-1, 1))  # the first draw and all others: high, low, or without noise
_APART = 1.5  # how a pair counts whose sides never return the same
_MOST = 4.0  # beyond, a larger loss is no reason to prefer a pair
_ASKED = 4  # outputs for one pair


@dataclass(frozen=True, slots=True)
class Played:
    """A run: what it returned, and what it drew."""

    output: Any
    draws: tuple[Draw, ...]


@dataclass(frozen=True, slots=True)
class Told:
    """What two sides with the same draws came to."""

    pair: Pair
    score: float  # the loss in multiples of ε
    outputs: tuple[Any, ...]  # to ask for, the most telling first
    apart: bool  # whether they returned different things


class Player:
    """Runs the mechanism of a space by script."""

    def __init__(self, space: Space) -> None:
        self.space = space
        self._runner = Runner(space.form)

    def best_of(self, pairs: Iterable[Pair], most: int) -> list[Told]:
        """The pairs that stand out, the simplest first of those that stand out as much."""
        told = [t for pair in pairs if (t := self.tell(*pair)) is not None and (t.score > 1 or t.apart)]
        told.sort(key=lambda t: (-min(t.score, _MOST), weight(self.space, *t.pair)))
        return told[:most]

    def tell(self, left: Point, right: Point) -> Told | None:
        """Both sides by several scripts; None where nothing was returned."""
        epsilon = nearest(self.space.claim(left).epsilon)
        if epsilon <= 0:
            return None
        losses: dict[Any, float] = {}
        largest, apart, tried = 0.0, 0, 0
        for script in _SCRIPTS:
            for a, b in ((left, right), (right, left)):
                ours = self.scripted(a, script)
                if ours is None:
                    continue
                theirs = self.given(b, ours.draws)
                same = theirs is not None and theirs.output == ours.output
                loss = _loss(ours.draws, theirs.draws) / epsilon if theirs is not None and same else _APART
                tried += 1
                apart += not same
                largest = max(largest, loss if same else 0.0)
                losses[ours.output] = max(losses.get(ours.output, 0.0), loss)
            if largest > 1 or not losses:
                break
        if not losses:
            return None
        score = max(largest, _APART if apart == tried else apart / tried)
        return Told((left, right), score, tuple(sorted(losses, key=lambda o: -losses[o])[:_ASKED]), apart > 0)

    def both(self, left: Point, right: Point, output: Any) -> tuple[Played, Played] | None:
        """Two runs with the same draws, that return the output if a script leads there; else any that end."""
        best: tuple[Played, Played] | None = None
        for script in _SCRIPTS:
            ours = self.scripted(left, script)
            if ours is None:
                continue
            theirs = self.given(right, ours.draws)
            if theirs is not None and theirs.output == ours.output == output:
                return ours, theirs
            theirs = theirs or self.scripted(right, script)
            best = best or (None if theirs is None else (ours, theirs))
        return best

    def scripted(self, point: Point, script: tuple[int, int]) -> Played | None:
        """A run with noise that is high, low or none: one number for the first draw, one for all others."""
        steps = _Steps(*script)
        return self._played(point, steps.draw)

    def given(self, point: Point, draws: Sequence[Draw]) -> Played | None:
        """A run with the draws of another one; None where it wants others."""
        values = _Given(draws)
        return self._played(point, values.draw)

    def _played(self, point: Point, source: Any) -> Played | None:
        try:
            output, draws = self._runner(self.space.values(point), source, ROUNDS)
        except (Diverges, _Unlike):
            return None
        return Played(output, tuple(draws))


class _Unlike(Exception):
    """A run wants a draw that the other side has not made."""


class _Steps:
    def __init__(self, first: int, others: int) -> None:
        self.step, self.others = first, others

    def draw(self, noise: Noise, parameters: Parameters, centre: Any) -> Any:
        step, self.step = self.step, self.others
        return noise.scripted(step * noise.far(parameters), lambda: parameters, centre) if step else centre


class _Given:
    def __init__(self, draws: Sequence[Draw]) -> None:
        self.draws = iter(draws)

    def draw(self, noise: Noise, parameters: Parameters, centre: Any) -> Any:
        given = next(self.draws, None)
        if given is None or given[1] is not noise:
            raise _Unlike("the other side has made no such draw")
        value = given[4]
        if noise.scripted(value - centre, lambda: parameters, centre) != value:
            raise _Unlike("this noise does not reach so far")
        return value


def _loss(ours: Sequence[Draw], theirs: Sequence[Draw]) -> float:
    """The logarithm of how much likelier our draws are than theirs."""
    return sum(map(_logarithm, ours)) - sum(map(_logarithm, theirs))


def _logarithm(draw: Draw) -> float:
    """Of the mass of a draw, up to what is the same for all draws of a noise."""
    _, noise, parameters, centre, drawn = draw
    if noise.parameters != (RATE,):
        return 0.0
    rate = nearest(parameters[0])
    return math.log(math.tanh(min(rate, 100.0) / 2)) - rate * abs(drawn - centre)
