"""Both sides with the same draws: what tells two data sets apart before any probability is computed.

The left side draws by a script, and the right side is given the same values. Where both return the same, the loss of
that one way to the output is a matter of a few multiplications: how far apart the numbers are that noise was drawn
around, and whether the scales are the same. Where they do not, something is shown that no noise hides, or that this
script does not hide. This is a guess at what is worth computing and at the output to ask for; nothing rests on it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, assert_never

from twinproof.exact.orders import most_told
from twinproof.lang.claim import ClaimValue, Concentrated, EpsilonDelta, Renyi
from twinproof.lang.interpret import Diverges
from twinproof.lang.noise import AdditiveNoise, FiniteNoise, Noise, Parameters
from twinproof.lang.noise.gaussian import VARIANCE
from twinproof.lang.noise.law import RATE
from twinproof.lang.rounding import nearest
from twinproof.refute.moves import Pair, weight
from twinproof.refute.pairs import STRETCHED, stretched
from twinproof.refute.runner import Draw, Runner
from twinproof.refute.space import Point, Space

ROUNDS = 300  # of the loops of a run
_SCRIPTS = ((0, 0, 0), (0, -1, -1), (1, -1, -1), (-1, 1, 1), (-4, -3, -1), (4, 3, 1))  # see `Player.scripted`
_APART = 1.5  # how a pair counts whose sides never return the same
_CLEARLY = 1.2  # a larger loss is no reason to prefer a pair
_PASSES = 3  # to find draws that depend on those before them
_FEW = 2  # draws, of which one script tells enough
_MANY = 12  # draws, of which fewer outputs are asked for
_TRIED = 3  # scripts that are tried then
_PATHS = 3  # outputs that are asked for then
_SMALLEST = -650.0  # the logarithm of what can still be told from 0
_ASKED = 4  # outputs for one pair
_BITS = 64  # for the mass of one draw
_NEVER = -1e9  # the logarithm of a mass of zero, about


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
    shape: tuple[int, int]  # how many draws there are, and around how many different numbers

    @property
    def is_long(self) -> bool:
        """Whether there are so many draws that any one output is rare."""
        return self.shape[0] > _MANY


class Player:
    """Runs the mechanism of a space by script."""

    def __init__(self, space: Space) -> None:
        self.space = space
        self._runner = Runner(space.form)

    def best_of(self, pairs: Iterable[Pair], most: int) -> list[Told]:
        """The pairs that stand out, the best of each shape first, and of equally good ones the simplest."""
        told = [t for pair in pairs if (t := self.tell(*pair)) is not None and (t.score > 1 or t.apart)]
        told.sort(key=lambda t: (-min(t.score, _CLEARLY), weight(self.space, *t.pair)))
        ranks: dict[tuple[int, int], int] = {}
        ranked: list[tuple[int, int, Told]] = []
        for n, t in enumerate(told):
            ranks[t.shape] = ranks.get(t.shape, 0) + 1
            ranked.append((ranks[t.shape], n, t))
        return [t for *_, t in sorted(ranked, key=lambda r: r[:2])[:most]]

    def tell(self, left: Point, right: Point) -> Told | None:
        """Both sides by several scripts; None where nothing was returned."""
        epsilon, price = _allowed(self.space.claim(left))
        if epsilon <= 0:
            return None
        losses: dict[Any, float] = {}
        largest, apart, tried = 0.0, 0, 0
        shape: tuple[int, int] | None = None
        for script in (*_SCRIPTS, None):
            for a, b in ((left, right), (right, left)):
                ours = self.scripted(a, script) if script is not None else self.away(a, b, 0)
                if ours is None or ours.output in losses:
                    continue
                theirs = self.given(b, ours.draws)
                shape = shape or _shape(ours, theirs)
                same = theirs is not None and theirs.output == ours.output
                loss = price(ours.draws, theirs.draws) / epsilon if theirs is not None and same else _APART
                tried += 1
                apart += not same
                largest = max(largest, loss if same else 0.0)
                losses[ours.output] = max(losses.get(ours.output, 0.0), loss)
            if not losses or shape is None or (largest > 1 and shape[0] <= _FEW):
                break
            if tried >= 2 * _TRIED and shape[0] > _MANY:
                break
        if not losses or shape is None:
            return None
        score = max(largest, _APART if apart == tried else apart / tried)
        asked = tuple(sorted(losses, key=lambda o: -losses[o])[:_ASKED])
        if self.space.of_moments and (largest > 1 or apart):
            paths = self._paths(left, right)
            score = max([score, *(times for times, _ in paths)])
            along = (*dict.fromkeys(o for _, o in paths[:_PATHS]), *self._far_apart(left, right))
            asked = (*asked, *along) if apart == tried else (*along, *asked)
        if shape[0] > _MANY:
            asked = asked[:_PATHS]
        return Told((left, right), score, tuple(dict.fromkeys(asked)), apart > 0, shape)

    def _far_apart(self, left: Point, right: Point) -> tuple[Any, ...]:
        """Outputs on the far side of what each side gives without noise."""
        ours, theirs = (self.scripted(point, (0, 0, 0)) for point in (left, right))
        if ours is None or theirs is None:
            return ()
        ways = [(ours.output, theirs.output), (theirs.output, ours.output)]
        found = (stretched(a, b, t) for t in STRETCHED for a, b in ways if a != b)
        return tuple(dict.fromkeys(o for o in found if o is not None))

    def _paths(self, left: Point, right: Point) -> list[tuple[float, Any]]:
        """Outputs at the end of one path each, and how many times what is claimed the divergence is that it makes by
        itself: the most telling first."""
        claim, found = self.space.claim(left), []
        for times in STRETCHED:
            for a, b in ((left, right), (right, left)):
                ours = self.away(a, b, times)
                theirs = None if ours is None else self.given(b, ours.draws)
                if ours is None or theirs is None or theirs.output != ours.output:
                    continue
                p, q = (sum(map(_logarithm, side.draws)) for side in (ours, theirs))
                if min(p, q) > _SMALLEST and not isinstance(claim, EpsilonDelta):
                    found.append((most_told(p, q, claim), ours.output))
        return sorted(found, key=lambda f: -f[0])

    def away(self, point: Point, other: Point, times: int) -> Played | None:
        """A run in which each draw is so many times as far from the numbers that the other side, with the same draws,
        draws around as this side's own are, and beyond these; 0 times is as far as a script goes. None where the other
        side wants other draws.

        What the draws cost adds up along such a path, whatever is made of them.
        """
        ours = self.scripted(point, (0, 0, 0))
        for _ in range(_PASSES):
            theirs = None if ours is None else self.given(other, ours.draws)
            if ours is None or theirs is None:
                return None
            further = self._played(point, _Away(ours.draws, theirs.draws, times).draw)
            if further is None or further.draws == ours.draws:
                return ours
            ours = further
        return ours

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

    def scripted(self, point: Point, script: tuple[int, int, int]) -> Played | None:
        """A run with noise that is high, low or none: numbers for the first draw, for those after it, for the last."""
        first, others, last = script
        found = self._played(point, _Steps(first, others).draw)
        if found is None or last == others:
            return found
        return self._played(point, _Steps(first, others, len(found.draws), last).draw)

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
    def __init__(self, first: int, others: int, count: int = 0, last: int = 0) -> None:
        self.first, self.others, self.count, self.last = first, others, count, last
        self.drawn = 0

    def draw(self, noise: Noise, parameters: Parameters, centre: Any) -> Any:
        self.drawn += 1
        step = self.first if self.drawn == 1 else self.last if self.drawn == self.count else self.others
        return noise.scripted(step * noise.far(parameters) if step else 0, lambda: parameters, centre)


class _Away:
    """Draws on the far side of what another run draws around."""

    def __init__(self, ours: Sequence[Draw], theirs: Sequence[Draw], times: int) -> None:
        self.apart = iter([_distance(a, b) for a, b in zip(ours, theirs, strict=False)])
        self.times = times

    def draw(self, noise: Noise, parameters: Parameters, centre: Any) -> Any:
        apart = next(self.apart, 0)
        far = self.times * apart if self.times else ((apart > 0) - (apart < 0)) * noise.far(parameters)
        return noise.scripted(far, lambda: parameters, centre)


def _distance(ours: Draw, theirs: Draw) -> int:
    """How far the centre of a draw is from that of another one, where that is a number of steps."""
    a, b = ours[3], theirs[3]
    return a - b if isinstance(ours[1], AdditiveNoise) and type(a) is int and type(b) is int else 0


class _Given:
    def __init__(self, draws: Sequence[Draw]) -> None:
        self.draws = iter(draws)

    def draw(self, noise: Noise, parameters: Parameters, centre: Any) -> Any:
        given = next(self.draws, None)
        if given is None or given[1] is not noise:
            raise _Unlike("the other side has made no such draw")
        value = given[4]
        if not _reaches(noise, parameters, centre, value):
            raise _Unlike("this noise does not reach so far")
        return value


def _reaches(noise: Noise, parameters: Parameters, centre: Any, value: Any) -> bool:
    """Whether a value can be drawn."""
    if isinstance(noise, FiniteNoise):
        return value in noise.values(parameters, centre)
    return bool(noise.scripted(value - centre, lambda: parameters, centre) == value)


def _shape(ours: Played, theirs: Played | None) -> tuple[int, int]:
    """How many draws there are, and how many of them are around different numbers on the two sides."""
    if theirs is None:
        return len(ours.draws), -1
    return len(ours.draws), sum(a[3] != b[3] for a, b in zip(ours.draws, theirs.draws, strict=False))


def _allowed(claim: ClaimValue) -> tuple[float, Callable[[Sequence[Draw], Sequence[Draw]], float]]:
    """What is claimed, and what draws of both sides cost of it."""
    match claim:
        case EpsilonDelta(epsilon):
            return nearest(epsilon), _loss
        case Concentrated(rho):
            return nearest(rho), _concentrated
        case Renyi(alpha, r):
            return nearest(r / alpha), _concentrated
        case other:
            assert_never(other)


def _concentrated(ours: Sequence[Draw], theirs: Sequence[Draw]) -> float:
    """How much zCDP it costs that the draws of both sides are around different numbers."""
    return sum(map(_of_one, ours, theirs))


def _of_one(ours: Draw, theirs: Draw) -> float:
    _, noise, parameters, centre, _ = ours
    if not isinstance(noise, AdditiveNoise):
        return 0.0
    moved = nearest(abs(centre - theirs[3]))
    if noise.parameters == (RATE,):
        return moved * nearest(parameters[0]) * math.tanh(moved * nearest(parameters[0]) / 2)
    if noise.parameters == (VARIANCE,):
        return moved * moved / (2 * nearest(parameters[0]))
    return 0.0


def _loss(ours: Sequence[Draw], theirs: Sequence[Draw]) -> float:
    """The logarithm of how much likelier our draws are than theirs."""
    return sum(map(_logarithm, ours)) - sum(map(_logarithm, theirs))


def _logarithm(draw: Draw) -> float:
    """Of the mass of a draw, up to what is the same for all draws of a noise."""
    _, noise, parameters, centre, drawn = draw
    if not isinstance(noise, AdditiveNoise) or noise.parameters != (RATE,):
        return _exactly(noise, parameters, centre, drawn)
    half = min(nearest(parameters[0]), 100.0) / 2
    peak = math.log(math.tanh(half) or nearest(parameters[0]))  # half of the least float is zero
    return peak - nearest(parameters[0] * abs(drawn - centre))


@lru_cache(maxsize=4096)
def _exactly(noise: Noise, parameters: Parameters, centre: Any, drawn: Any) -> float:
    """Of the mass of a draw of any noise, as the noise itself has it."""
    if isinstance(noise, AdditiveNoise):
        mass = noise.mass(drawn - centre, parameters, _BITS)
    elif isinstance(noise, FiniteNoise):
        mass = noise.masses(parameters, centre, _BITS)[noise.values(parameters, centre).index(drawn)]
    else:
        return 0.0
    return float(mass.log()) if mass > 0 else _NEVER
