"""Where a search starts: what the program and its claim suggest, from small to large.

Constants and comparisons say which numbers matter, and public parameters which numbers private ones are compared with.
Around such numbers a few patterns of neighbours are laid: all up, all down, one against the others, blocks that move in
opposite directions, alternating ones, and one entry that stands far out. A batch holds many inputs, and every adjacent
pair among them is looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice, product
from typing import Any

from twinproof.lang.expr import Literal, UnknownType
from twinproof.lang.faces import Dictionary, Member, Option, Text, blank
from twinproof.lang.mechanism import Parameter
from twinproof.lang.types import BOOL, INT, REAL, ListOf, TupleOf, Type
from twinproof.refute.pairs import InputBatch
from twinproof.refute.rows import is_of_rows, lists_to_try, rows_to_try, summing
from twinproof.refute.space import FAR, Point, Space, anchors_of, filled, kind_of

WIDE = 40  # points of a batch
TOGETHER = 6  # numbers around which several private ones move together
SIZES = (1, 2, 3, 4, 5, 6, 8)
LONGER = (5, 8)
NARROW = (3, 4, 5)
DELTAS = [Fraction(1, 10), Fraction(1, 100), Fraction(1, 2), Fraction(1, 1000), Fraction(1, 10**6)]
ORDERS = [Fraction(2), Fraction(3, 2), Fraction(3), Fraction(5, 4), Fraction(8), Fraction(17, 16)]
RAISED = 100  # of the values that `requires` forbids, so many are tried with a larger integer
EPSILONS = (Fraction(1), Fraction(1, 10), Fraction(4), Fraction(1, 2), Fraction(2))
Moves = Callable[[int, int], Iterable[Sequence[int]]]
DEEP = (1e-40, 1e-12, 1e-4)  # for small inputs, where tails cost little
PLAIN = (1e-24, 1e-8, 1e-4)


@dataclass(frozen=True)
class Stage:
    """Boards that belong together."""

    about: str
    batches: tuple[InputBatch, ...]


def stages(space: Space) -> Iterator[Stage]:
    """Boards in the order in which they are tried: all sizes quickly, then each of them with more care."""
    lengths = _sizes(space)
    once = [s for s in lengths if s <= 6] or lengths
    first, *others = EPSILONS
    for n in once:
        yield _stage(space, n, first, slice(0, 1), slice(0, 1), quick=True)
    for epsilon in others[:2]:
        for n in once[:4]:
            yield _stage(space, n, epsilon, slice(0, 1), slice(0, 1), quick=True)
    for n in once:
        yield _stage(space, n, first, slice(1, 3), slice(0, 2), quick=n > 3)
        yield _stage(space, n, first, slice(0, 1), slice(1, None), quick=n > 3)
    for epsilon in others[:2]:
        for n in [s for s in once if s in (0, 1, 2, 3, 5)]:
            yield _stage(space, n, epsilon, slice(0, 2), slice(0, 2))
    for n in lengths:
        yield _stage(space, n, first, slice(3, 12) if n <= 3 else slice(0, 4), slice(0, 2))
    for epsilon in others[2:]:
        for n in lengths[:3]:
            yield _stage(space, n, epsilon, slice(0, 2), slice(0, 2))


def narrow(space: Space) -> Stage:
    """Lists of a few entries where noise is narrow: what has too many states at a smaller ε can be computed there."""
    sizes = [n for n in _sizes(space) if n in NARROW]
    stages = [_stage(space, n, EPSILONS[2], slice(0, 1), slice(0, 1), quick=True) for n in sizes]
    return Stage(f"narrow noise, ε = {EPSILONS[2]}", tuple(batch for stage in stages for batch in stage.batches))


def many_moving(space: Space) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Longer lists whose entries move up and down in turn, or all one way: for what shows with many entries only."""
    for turning in (True, False):
        for n in LONGER:
            signs = [(-1) ** k if turning else 1 for k in range(n)]
            for values in islice(public_values(space, n, EPSILONS[0]), 4):
                left = filled(space, values, n)
                moved = {p.name: _moved(space, p, left, signs) for p in space.private}
                yield space.given(left), space.given({**left, **moved})


def _moved(space: Space, p: Parameter, point: Point, signs: Sequence[int]) -> Any:
    """A private input as far away as it may be, where that is a number, with these signs."""
    value, motions = point[p.name], kind_of(p).motions
    if not motions:
        return next(space.nearby(p, point), value)
    far = int(p.bound.value) if isinstance(p.bound, Literal) else 1
    if not isinstance(value, tuple):
        return value + far
    entries = [v + sign * far for v, sign in zip(value, signs, strict=True)]
    return (*entries[:1], *value[1:]) if all(motion.single for motion in motions) else tuple(entries)


def _stage(space: Space, n: int, epsilon: Fraction, publics: slice, styles: slice, quick: bool = False) -> Stage:
    about = f"ε = {epsilon}" if n == 0 else f"{n} {'entry' if n == 1 else 'entries'}, ε = {epsilon}"
    return Stage(about, tuple(_batches(space, n, epsilon, publics, styles, quick)))


def _sizes(space: Space) -> list[int]:
    """Lengths of lists: small ones, and those that a constant of the program suggests."""
    if not any(isinstance(p.var.type, ListOf) for p in space.form.parameters):
        return [0]
    small = sorted({*SIZES, *(c + d for c in space.constants if 6 <= c <= 11 for d in (0, 1, 2) if c + d <= 12)})
    possible = [n for n in small if next(public_values(space, n, EPSILONS[0]), None) is not None]
    if possible:
        return possible
    large = sorted({c + d for c in space.constants if 12 <= c <= 64 for d in (0, 1)})
    return [n for n in large if next(public_values(space, n, EPSILONS[0]), None) is not None]


def _batches(
    space: Space, n: int, epsilon: Fraction, publics: slice, styles: slice, quick: bool
) -> Iterator[InputBatch]:
    deep = DEEP if n <= 2 else PLAIN
    if n == 0:  # no lists: inputs are few, so more public values fit in
        publics = slice(6 * (publics.start or 0), 6 * (publics.stop or 1))
    for values in islice(public_values(space, n, epsilon), publics.start, publics.stop):
        for points in islice(_styles(space, values, n, epsilon), styles.start, styles.stop):
            chosen = [p for p in points if space.allowed(p)]
            for chunk in range(0, len(chosen), WIDE):
                yield InputBatch(tuple(chosen[chunk : chunk + WIDE]), deep, quick=quick)


# ---------------------------------------------------------------------------------------------------- public parameters


def public_values(space: Space, n: int, epsilon: Fraction) -> Iterator[dict[str, Any]]:
    """Values of the public parameters: the simplest first, then those further down the lists, in step.

    Where none of them is allowed, numbers next to those that `requires` speaks of are taken for ε and its like.
    """
    any_allowed = False
    for values in _public_values(space, n, epsilon, ()):
        any_allowed = True
        yield values
    if not any_allowed and space.limits:
        yield from _public_values(space, n, epsilon, space.limits)


def _public_values(space: Space, n: int, epsilon: Fraction, limits: Sequence[Fraction]) -> Iterator[dict[str, Any]]:
    numbers = list(dict.fromkeys([1, 2, 0, 3, *(c + d for c in space.constants for d in (0, 1, -1)), 5, -1, 10]))
    near = [epsilon, epsilon / 2, epsilon * 2]
    positive = [p for p in space.public if p.positive and p.name not in space.small]
    reals = {p.name: [*(near if len(positive) > 1 else near[:1]), *_beside_limits(limits)] for p in positive}
    reals |= {name: list(dict.fromkeys([*ORDERS, *_beside_limits(space.limits)])) for name in space.orders}
    reals |= dict.fromkeys(space.small, DELTAS)
    choices = [reals[p.name] if p.name in reals else _values(space.form.face(p.name), numbers, n) for p in space.public]
    most = sum(len(c) - 1 for c in choices)
    picked = (picks for total in range(min(most, 16) + 1) for picks in summing([len(c) for c in choices], total))
    points = (
        filled(space, {p.name: c[k] for p, c, k in zip(space.public, choices, picks, strict=True)}, n)
        for picks in picked
    )
    seen: set[tuple[Any, ...]] = set()
    for point in _allowed(space, points):
        values = {p.name: point[p.name] for p in space.public}
        if tuple(values.values()) not in seen:
            seen.add(tuple(values.values()))
            yield values


def _beside_limits(limits: Sequence[Fraction]) -> list[Fraction]:
    return [c * share for c in limits for share in (1, Fraction(9, 10), Fraction(11, 10))]


def _allowed(space: Space, points: Iterable[Point]) -> Iterator[Point]:
    """The points that the mechanism takes, and what becomes of the first others where a public integer is raised."""
    raises = 0
    for point in points:
        if space.allowed(point):
            yield point
        elif raises < RAISED:
            raises += 1
            raised = space.raised(point)
            if raised is not None:
                yield raised


def _values(kind: Type, numbers: Sequence[int], n: int) -> list[Any]:
    """Values of a type of Python, as the core holds them."""
    match kind:
        case Member(_, _, members):
            return list(range(len(members)))
        case Text():
            return sorted({abs(number) for number in numbers if abs(number) < 100})  # those that are named come first
        case Option((_, some)):
            first, *others = [(True, v) for v in _values(some, numbers, n)]
            return [first, (False, blank(some)), *others]
        case Dictionary((ListOf(key), ListOf(item))):
            keys, value = tuple(_values(key, numbers, n)), _values(item, numbers, n)[0]
            sizes = dict.fromkeys(min(size, len(keys)) for size in (n, 3, 1, 0))
            return [(keys[:size], (value,) * size) for size in sizes]
        case ListOf(item):
            inner = _values(item, numbers, n)
            same = [(v,) * n for v in inner[:3]]
            far = [(v,) * n for v in _extremes(item, inner)]
            turns = tuple(inner[k % len(inner)] for k in range(n))
            return list(dict.fromkeys([*same, turns, *far, (), same[0][:1]]))
        case TupleOf(items):
            return list(islice(product(*(_values(i, numbers, n)[:4] for i in items)), 12))
    if kind == BOOL:
        return [True, False]
    if kind == REAL:
        return [*map(Fraction, numbers), *(number + Fraction(1, 2) for number in numbers)]
    if kind != INT:
        raise UnknownType(kind)
    return list(numbers)


def _extremes(kind: Type, numbers: Sequence[Any]) -> list[int]:
    """Numbers below and above all that the program suggests: what is cut off at one end may not be at the other."""
    if kind != INT:
        return []
    most = 2 * max(map(abs, numbers))
    return [-most, most]


# --------------------------------------------------------------------------------------------------- private parameters


def _styles(space: Space, publics: dict[str, Any], n: int, epsilon: Fraction) -> Iterator[list[Point]]:
    """Sets of inputs with these public values, from the likeliest to the oddest."""
    anchors = anchors_of(space, publics)
    blank = filled(space, publics, n)
    if any(is_of_rows(space, p) for p in space.private):
        yield from _of_rows(space, blank, n, anchors)
        return
    lists = [p for p in space.moving if p.var.type != INT]
    beside = {p.name: [blank[p.name], *space.nearby(p, blank)] for p in space.private if p not in space.moving}
    if not lists:
        scalars = {p.name: _scalars(anchors, space.bound(p, blank)) for p in space.moving}
        yield list(_combined(blank, {**scalars, **beside}))
        if space.has_delta and len(space.moving) > 1:  # what each of them adds to a δ is seen when all move together
            for a in dict.fromkeys([0, *anchors[:TOGETHER]]):
                around = {p.name: [a + d * space.bound(p, blank) for d in (0, 1, -1)] for p in space.moving}
                yield list(_combined(blank, {**around, **beside}))
        return
    step = {p.name: space.bound(p, blank) for p in lists}
    far = max(10, int(10 / epsilon))

    def laid(base: Mapping[str, Sequence[int]], moves: Moves, others: int = FAR) -> list[Point]:
        choices: dict[str, list[Any]] = {
            p.name: _around(base[p.name], moves(len(base[p.name]), step[p.name])) for p in lists
        }
        for p in space.moving:
            if p.name.endswith(" of others"):
                choices[p.name] = [others, others + space.bound(p, blank)]
            elif p.var.type == INT:
                choices[p.name] = _beside(space.bound(p, blank), anchors)
        return list(_combined(blank, {**choices, **beside}))

    def level(a: int) -> dict[str, Sequence[int]]:
        return {p.name: (a,) * n for p in lists}

    yield laid(level(anchors[0]), _box)
    if space.scores:
        yield laid(level(anchors[0]), _box, -FAR)
    if n >= 2:
        yield [
            point
            for place in (0, n - 1)
            for gap in (far, -far)
            for point in laid({p.name: _peak(anchors[0], n, place, gap) for p in lists}, _few)
        ]
    else:
        yield [point for a in anchors[1:9] for point in laid(level(a), _few)]
    yield laid(level(anchors[0]), _cube if n <= 3 else _few)
    yield [point for a in anchors[1:6] for point in laid(level(a), _few)]
    if n >= 2:
        yield [point for c in anchors[1:5] for point in laid({p.name: _peak(0, n, 0, c) for p in lists}, _few)]
        steps = {p.name: tuple(anchors[0] + 3 * (k % 2) for k in range(n)) for p in lists}
        yield laid(steps, _few)


def _of_rows(space: Space, blank: Point, n: int, anchors: Sequence[int]) -> Iterator[list[Point]]:
    """Sets of inputs where data sets are among them: these vary, what moves number by number stands beside them."""
    choices: dict[str, list[Any]] = {}
    for p in space.moving:
        bound = space.bound(p, blank)
        around = (0, bound, -bound)
        choices[p.name] = list(dict.fromkeys(around if p.var.type == INT else ((m,) * n for m in around)))
    for p in (p for p in space.private if is_of_rows(space, p)):
        rows = rows_to_try(space, p, anchors)
        for lists in lists_to_try(space, p, n, blank, rows):
            yield list(_combined(blank, {p.name: lists, **choices}))


def _scalars(anchors: Sequence[int], bound: int) -> list[int]:
    near = [a + d for a in anchors for d in (0, bound, -bound, 1, -1)]
    return list(dict.fromkeys(near))[:WIDE]


def _beside(bound: int, anchors: Sequence[int]) -> list[int]:
    """A few values for a private number that stands beside a list."""
    return list(dict.fromkeys([anchors[0], anchors[0] + bound, anchors[0] - bound]))


def _combined(blank: Point, choices: dict[str, list[Any]]) -> Iterator[Point]:
    """All combinations, if there are few; otherwise fewer values of each parameter."""
    most = 400 if len(choices) == 1 else 120
    while len(choices) > 1 and _count(choices) > most:
        longest = max(choices, key=lambda name: len(choices[name]))
        choices[longest] = choices[longest][: max(2, len(choices[longest]) * 2 // 3)]
        if all(len(c) <= 2 for c in choices.values()):
            break
    for values in islice(product(*choices.values()), most):
        yield {**blank, **dict(zip(choices, values, strict=True))}


def _count(choices: dict[str, list[Any]]) -> int:
    total = 1
    for values in choices.values():
        total *= len(values)
    return total


# ------------------------------------------------------------------------------------------------------------- patterns


def _around(base: Sequence[int], moves: Iterable[Sequence[int]]) -> list[tuple[int, ...]]:
    return list(dict.fromkeys(tuple(b + m for b, m in zip(base, move, strict=True)) for move in moves))


def _peak(level: int, n: int, place: int, gap: int) -> tuple[int, ...]:
    return tuple(level + (gap if k == place else 0) for k in range(n))


def _box(n: int, k: int) -> Iterator[tuple[int, ...]]:
    """Every entry up or not; in long lists, blocks that are."""
    if n <= 5:
        yield from product((0, k), repeat=n)
        return
    for split in range(n + 1):
        yield (0,) * split + (k,) * (n - split)
        yield (k,) * split + (0,) * (n - split)
    yield tuple(k * (j % 2) for j in range(n))
    yield tuple(k * ((j + 1) % 2) for j in range(n))


def _cube(n: int, k: int) -> Iterator[tuple[int, ...]]:
    yield from product((0, k, -k), repeat=n)


def _few(n: int, k: int) -> Iterator[tuple[int, ...]]:
    """No move; all one way; the first or the last alone, or against the others; alternating."""
    yield (0,) * n
    for s in (k, -k):
        yield (s,) * n
        if n > 1:
            yield (s, *(0,) * (n - 1))
            yield (*(0,) * (n - 1), s)
            yield (s, *(-s,) * (n - 1))
            yield (*(-s,) * (n - 1), s)
    if n > 2:
        yield tuple(k * (1 - 2 * (j % 2)) for j in range(n))
