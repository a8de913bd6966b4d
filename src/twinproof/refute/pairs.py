"""Many inputs at once: every adjacent pair among them, and the event that tells the two sides of a pair apart best.

All numbers here are certified by the exact engine: a loss is a lower bound of the true one.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from twinproof.exact.engine.run import Limits
from twinproof.exact.meaning import Table, distributions, noise_of
from twinproof.exact.moments import Order
from twinproof.exact.orders import scores, telling
from twinproof.exact.profile import epsilon_at_least
from twinproof.lang.claim import EpsilonDelta, OfMoments, excess
from twinproof.lang.interpret import Diverges, run
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.noise import Noise, Parameters
from twinproof.lang.noise.powers import Floats
from twinproof.lang.rounding import nearest
from twinproof.lang.types import BOOL, INT, REAL, ListOf, TupleOf, Type, has_part
from twinproof.refute.few_outputs import is_told_apart, restricted
from twinproof.refute.pointwise import pointwise
from twinproof.refute.space import Point, Space
from twinproof.refute.wanted import frozen, places_told

ROWS = 150_000
WORK = 25_000_000
ROUNDS = 400
LISTS = 3_000
SINGLY = (1e-40, 1e-12, 1e-4)  # mass that may be left out for one output
FIRST = 3  # outputs that are asked for where there is little time
EVENTS = 10  # outputs that are asked for one by one where not all can be listed
IN_TAILS = {0: 64, 1: 64, 2: 24, 3: 8, 4: 6, 5: 5, 6: 4}  # numbers to tell apart, for so many entries
AROUND = {0: 64, 1: 64, 2: 32, 3: 14, 4: 8, 5: 6, 6: 5}  # the same where Rényi divergences are claimed
KEPT = 3  # pairs of a batch that are worth going on with
_NONE: Floats = np.zeros((0, 0))
_ONE_WAY = np.array([[False, True], [False, False]])  # of two points: from the first to the second
_SEEN = 2  # other points
STRETCHED = (2, 5, 1, 3, 8)  # times that two outputs are apart, from where others are asked for
_SURE = 1e-11  # a float is off by less


@dataclass(frozen=True)
class InputBatch:
    """Inputs to try together, and how much mass may be left out (the next number where one costs too much)."""

    points: tuple[Point, ...]
    tolerances: tuple[float, ...] = (1e-10, 1e-4)
    events: tuple[Any, ...] = ()  # outputs to ask for one by one
    quick: bool = False  # whether to leave it at that where not all outputs can be listed


@dataclass(frozen=True)
class Finding:
    """Two adjacent inputs and an event, with certified bounds from the engine."""

    left: Point
    right: Point
    event: tuple[Any, ...]
    loss: float  # where a δ is claimed: the ε that this δ takes
    epsilon: float
    score: float  # the loss in multiples of ε; for δ > 0, the least δ in multiples of δ. Above 1 the claim is broken
    breaks: bool
    needed: float = 0.0  # where a δ is claimed: the δ that the claimed ε takes
    order: Order | None = None  # where Rényi divergences are claimed: then the loss is that of this order


@dataclass(frozen=True)
class Seen:
    """What a batch came to."""

    findings: tuple[Finding, ...]
    work: int
    tried: int  # pairs
    reasons: tuple[str, ...]


def look(space: Space, batch: InputBatch) -> Seen:
    """The best pairs of a batch."""
    findings: list[Finding] = []
    work = tried = 0
    reasons: set[str] = set()
    for points in _alike(space, batch.points):
        adjacent = space.adjacent(points)
        if not adjacent.any():
            continue
        outputs, low, high, spent, why = _bounds(space, points, batch)
        work += spent
        tried += int(adjacent.sum()) // 2
        reasons |= set(why)
        if outputs:
            ranked = _rank(space, points, adjacent, low, high)[:KEPT]
            findings += [_finding(space, points, r, outputs, low, high) for r in ranked]
    findings.sort(key=lambda f: -f.score)
    return Seen(tuple(findings[:KEPT]), work, tried, tuple(sorted(reasons)))


def judge(space: Space, pairs: Sequence[tuple[Point, Point]], batch: InputBatch) -> tuple[list[Finding | None], int]:
    """What each pair comes to, from its left to its right; and the work. The points of the batch are the pairs' own."""
    findings: list[Finding | None] = [None] * len(pairs)
    work = 0
    for points in _alike(space, [p for pair in pairs for p in pair]):
        place = {space.key(p): n for n, p in enumerate(points)}
        here = [(n, place.get(space.key(a)), place.get(space.key(b))) for n, (a, b) in enumerate(pairs)]
        placed = [(n, i, j) for n, i, j in here if i is not None and j is not None]
        near = space.adjacent(points)
        outputs, low, high, spent, _ = _bounds(space, points, batch)
        work += spent
        if not outputs:
            continue
        for n, i, j in placed:
            if near[i, j]:
                sides, bounds = [points[i], points[j]], (low[[i, j]], high[[i, j]])
                findings[n] = _finding(space, sides, _rank(space, sides, _ONE_WAY, *bounds)[0], outputs, *bounds)
    return findings, work


def table_of(space: Space, left: Point, right: Point) -> tuple[tuple[Any, ...], Floats, Floats]:
    """All outputs of a pair that can be told apart, with bounds of their probabilities on both sides."""
    outputs, low, high, _, _ = _bounds(space, [left, right], InputBatch((), (1e-40, 1e-24, 1e-12, 1e-6)))
    return outputs, low, high


def _alike(space: Space, points: Sequence[Point]) -> Iterator[list[Point]]:
    """The points in groups that can be computed together."""
    groups: dict[Any, list[Point]] = {}
    reals = [p.name for p in space.form.parameters if not p.private and has_part(p.var.type, REAL)]
    for point in points:
        if space.allowed(point):
            key = (noise_of(space.form, point), tuple(point[n] for n in reals))
            groups.setdefault(key, []).append(point)
    yield from groups.values()


def _bounds(
    space: Space, points: list[Point], batch: InputBatch
) -> tuple[tuple[Any, ...], Floats, Floats, int, tuple[str, ...]]:
    """Outputs, bounds of their probabilities, the work that it took, and what stood in the way."""
    work = 0
    reasons: tuple[str, ...] = ()
    limits = Limits(ROWS, ROUNDS, WORK // 2 if batch.quick else WORK, LISTS)
    if not batch.events:
        for attempt, tolerance in enumerate(batch.tolerances):
            program = _few_outputs(space, points, attempt)
            table = distributions(program, points, tolerance, limits)
            work += table.cost
            if not table.reasons or (table.lost < 1e-3 and len(table.outputs)):
                listed = [n for n, o in enumerate(table.outputs) if is_told_apart(o)]
                outputs = tuple(table.outputs[n] for n in listed)
                return outputs, table.lowest()[:, listed], table.highest()[:, listed], work, table.reasons
            reasons = table.reasons
            if table.work > limits.work:
                break  # it does not get shorter by leaving more out
    if batch.quick and not places_told(space.form):  # else the answer for one output is quick, too
        return (), _NONE, _NONE, work, reasons
    events = [frozen(o) for o in batch.events] or [*_far_apart(space, points), *suggested(space, points)]
    events = events[:FIRST] if batch.quick else events
    lows, highs = [], []
    for output in events:
        table, cost = _answered(pointwise(space.form, output), points, limits, batch.tolerances)
        work += cost
        low, high = _of_hit(table, len(points))
        lows.append(low)
        highs.append(high)
    if not events:
        return (), _NONE, _NONE, work, reasons
    return tuple(events), np.stack(lows, axis=1), np.stack(highs, axis=1), work, reasons


def _answered(
    program: Mechanism, points: list[Point], limits: Limits, tolerances: tuple[float, ...]
) -> tuple[Table, int]:
    """What a program comes to that answers for one output, and the work; more is left out where it is too much.

    Of the tolerances that are given only finer ones than usual matter here.
    """
    work = 0
    for tolerance in (*(t for t in tolerances if t < SINGLY[0]), *SINGLY):
        table = distributions(program, points, tolerance, limits)
        work += table.cost
        if not table.reasons or table.work > limits.work:
            break
    return table, work


def _few_outputs(space: Space, points: Sequence[Point], attempt: int) -> Mechanism:
    """The program itself, or where its outputs are too many, one that tells only a few apart: fewer at each attempt."""
    size = max((len(p[q.name]) for p in points for q in space.private if q.var.type != INT), default=0)
    if size < 2 and not spreads(space.form.result.type, 3):
        return space.form
    if not spreads(space.form.result.type, 2):
        return space.form
    entries = sorted({int(x) for p in points for q in space.moving for x in np.atleast_1d(p[q.name]).tolist()}) or [0]
    if space.of_moments:
        return _all_around(space, entries, max(2, AROUND.get(size, 3) >> attempt))
    if space.has_delta:
        return _with_tails(space, points, entries, size, attempt)
    small = [c for c in space.constants if abs(c) <= 1]
    near = [entries[0], entries[-1], entries[0] - 4, entries[-1] + 4, *small, entries[0] - 1, entries[-1] + 1]
    near += [c for c in space.constants if 1 < abs(c) <= 20]
    count = {0: 8, 1: 8, 2: 8, 3: 8, 4: 6, 5: 5, 6: 4}.get(size, 3)
    return restricted(space.form, list(dict.fromkeys(near))[: max(2, count >> attempt)]) or space.form


def _all_around(space: Space, entries: Sequence[int], count: int) -> Mechanism:
    """The program that tells apart so many numbers around the data, those that are near first."""
    every = range(entries[0] - count, entries[-1] + count + 1)
    spread = sorted(every, key=lambda n: min(abs(n - e) for e in entries))
    return restricted(space.form, spread[:count]) or space.form


def _with_tails(space: Space, points: Sequence[Point], entries: Sequence[int], size: int, attempt: int) -> Mechanism:
    """The program that tells apart what small excesses are made of: all numbers, if few are released; otherwise those
    from zero, from the public numbers and from the data on."""
    count = IN_TAILS.get(size, 3) >> attempt
    if size < 2 and attempt == 0:
        return space.form
    public = sorted({number for p in points for number in space.public_integers(p)})
    starts = [0, *public, entries[-1], entries[0]]
    near = [start + d for d in range(count) for start in starts]
    return restricted(space.form, list(dict.fromkeys(near))[: max(2, count)]) or space.form


def spreads(kind: Type, most: int) -> bool:
    """Whether an output holds so many noisy numbers that listing them all is out of the question."""
    match kind:
        case ListOf(item):
            return item != BOOL
        case TupleOf(items):
            return any(spreads(i, most) for i in items if i != INT) or sum(i == INT for i in items) >= most
        case _:
            return False


def _of_hit(table: Table, size: int) -> tuple[Floats, Floats]:
    if True in table.outputs:
        n = table.outputs.index(True)
        return table.lowest()[:, n], table.highest()[:, n]
    return np.zeros(size), np.full(size, min(1.0, table.lost))


# -------------------------------------------------------------------------------------------- outputs to ask for singly


class _Script:
    """Noise that follows a script: one number for the first draw, one for a special draw, one for all others."""

    def __init__(self, first: int, others: int, special: tuple[int, int] | None) -> None:
        self.first, self.others, self.special = first, others, special
        self.drawn = 0

    def draw(self, noise: Noise, parameters: Parameters, centre: Any) -> Any:
        self.drawn += 1
        sign = self.first if self.drawn == 1 else self.others
        if self.special is not None and self.special[0] == self.drawn:
            sign = self.special[1]
        return noise.scripted(sign * noise.far(parameters), lambda: parameters, centre)


def _far_apart(space: Space, points: Sequence[Point]) -> list[Any]:
    """Where Rényi divergences are claimed: outputs on the far side of what two points give without noise."""
    if not space.of_moments:
        return []
    plain: list[Any] = []
    for point in points[: _SEEN + 1]:
        try:
            plain.append(run(space.form, space.values(point), _Script(0, 0, None), steps=400))
        except Diverges:
            continue
    ways = [(a, b) for other in plain[1:] for a, b in ((plain[0], other), (other, plain[0]))]
    found = (stretched(a, b, times) for times in STRETCHED for a, b in ways if a != b)
    return list(dict.fromkeys(o for o in found if o is not None))[:EVENTS]


def stretched(a: Any, b: Any, times: int) -> Any:
    """The output that lies so many times as far from `a` as `a` lies from `b`, on the other side; None if none does.

    For Gaussian noise it is where the sum of a divergence of order `times` + 1 has its largest term.
    """
    if isinstance(a, tuple) and isinstance(b, tuple):
        parts = [stretched(x, y, times) for x, y in zip(a, b, strict=False)]
        return None if len(a) != len(b) or None in parts else tuple(parts)
    if type(a) is int and type(b) is int:
        return a + times * (a - b)
    return a if type(a) is bool and a == b else None


def suggested(space: Space, points: Sequence[Point]) -> list[Any]:
    """Outputs of runs whose noise follows a script: none at all, all high, all low, one that stands out."""
    outputs: dict[Any, None] = {}
    plans = [(0, 0, None), (0, -1, None), (0, 1, None), (1, -1, None), (-1, 1, None), (1, 1, None), (-1, -1, None)]
    specials = [(0, -1, (k, s)) for k in (7, 6, 5, 4, 3, 2) for s in (0, 1)]
    specials += [(0, 1, (k, -1)) for k in (2, 3, 4)]
    for first_draw, others, special in [*plans, *specials]:
        for point in (points[0], points[-1]):
            try:
                output = run(space.form, space.values(point), _Script(first_draw, others, special), steps=400)
            except Diverges:
                continue
            if len(outputs) < EVENTS:
                outputs.setdefault(output, None)
    return list(outputs)


# ------------------------------------------------------------------------------------------------------ the best events


@dataclass(frozen=True, slots=True)
class _Rank:
    score: float
    loss: float
    left: int
    right: int
    output: int  # the one with the largest loss


def _rank(space: Space, points: list[Point], pairs: NDArray[np.bool_], low: Floats, high: Floats) -> list[_Rank]:
    """The pairs, those that come closest to breaking the claim first."""
    with np.errstate(divide="ignore"):
        lows, highs = np.log(low), np.log(high)
    ranked: list[_Rank] = []
    for i in np.flatnonzero(pairs.any(axis=1)).tolist():
        others = np.flatnonzero(pairs[i])
        claim = space.claim(points[i])
        if not isinstance(claim, EpsilonDelta):
            ranked += _by_divergence(i, others, low, high, claim)
            continue
        epsilon, delta = map(nearest, claim.parts())
        with np.errstate(invalid="ignore"):
            losses = np.where(low[i] > 0, lows[i][None, :] - highs[others], -np.inf)
        which = losses.argmax(axis=1)
        top = losses[np.arange(len(others)), which] - _SURE
        if delta > 0:
            gains = np.maximum(excess(low[i][None, :], high[others], power_of_e(epsilon) * (1 + _SURE)), 0)
            scores = [_in_deltas(g, t, epsilon, delta) for g, t in zip(gains.sum(axis=1), top, strict=True)]
        else:
            scores = [_in_claims(t, epsilon) for t in top.tolist()]
        ranked += [
            _Rank(score, float(t), i, int(j), int(o)) for score, t, j, o in zip(scores, top, others, which, strict=True)
        ]
    ranked.sort(key=lambda r: (-r.score, r.left, r.right))
    return ranked


def _by_divergence(
    i: int, others: NDArray[np.int64], low: Floats, high: Floats, claim: OfMoments[Fraction]
) -> Iterator[_Rank]:
    """The same where Rényi divergences are claimed, which are made of all outputs."""
    found, divergences = scores(low[i], high[others], claim)
    for score, divergence, j in zip(found.tolist(), divergences.tolist(), others.tolist(), strict=True):
        yield _Rank(score, divergence, i, j, 0)


def power_of_e(epsilon: float) -> float:
    """e^ε, or a number beyond all ratios where that is no float any more."""
    return math.exp(min(epsilon, 700.0))


def _in_claims(loss: float, epsilon: float) -> float:
    """A loss in multiples of ε; where nothing may be lost, anything is far too much."""
    if loss <= 0 or math.isinf(loss):
        return max(0.0, loss)
    return (loss - _SURE) / epsilon if epsilon > 0 else loss * 1e9


def _in_deltas(excess: float, loss: float, epsilon: float, delta: float) -> float:
    """The least δ in multiples of the claimed one; far from it, a larger loss is a step in the right direction."""
    near = float(excess) * (1 - _SURE) / delta
    return near if near > 0.5 else 0.5 * min(1.0, near + max(0.0, 1e-3 * float(loss) / (epsilon + 1)))


def _finding(
    space: Space, points: list[Point], r: _Rank, outputs: tuple[Any, ...], low: Floats, high: Floats
) -> Finding:
    left, right = points[r.left], points[r.right]
    claim = space.claim(left)
    if not isinstance(claim, EpsilonDelta):
        told = telling(low[r.left], high[r.right], claim)
        event = tuple(outputs[o] for o in told.outputs)
        bound = nearest(claim.bound(told.order.alpha))
        return Finding(left, right, event, told.divergence, bound, told.score, told.score > 1, order=told.order)
    epsilon, delta = map(nearest, claim.parts())
    if delta == 0:
        return Finding(left, right, (outputs[r.output],), r.loss, epsilon, r.score, r.score > 1)
    p, q = low[r.left], high[r.right]
    gain = excess(p, q, power_of_e(epsilon) * (1 + _SURE))
    event = tuple(outputs[o] for o in fewest(gain, delta))
    needed = float(gain.clip(0).sum()) * (1 - _SURE)
    return Finding(
        left, right, event, epsilon_at_least(p, q, claim.delta), epsilon, r.score, r.score > 1, max(0.0, needed)
    )


def fewest(gain: Floats, delta: float) -> list[int]:
    """The outputs that gain most, just enough of them to be clearly over δ."""
    order = np.argsort(-gain, kind="stable")
    total = float(np.maximum(gain, 0).sum())
    enough = delta + (total - delta) / 8 if total > delta else total
    chosen: list[int] = []
    so_far = 0.0
    for o in order.tolist():
        if gain[o] <= 0 or (so_far >= enough and chosen):
            break
        chosen.append(o)
        so_far += float(gain[o])
    return chosen or order[:1].tolist()
