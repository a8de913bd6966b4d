"""Small changes to a pair of inputs: to make its loss larger, and to make the pair itself smaller."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import zip_longest
from typing import Any

from twinproof.lang.faces import Member, Option, Text, blank, erased
from twinproof.lang.interpret import default
from twinproof.lang.types import BOOL, INT, NUMBERS, REAL, ListOf, TupleOf, Type
from twinproof.refute.rows import changed, is_of_rows, plainer, rows_near
from twinproof.refute.space import FAR, Point, Space, integers_in

Pair = tuple[Point, Point]
Weight = tuple[float, ...]
LONG = 30  # items of an output
MOST_ENTRIES = 16  # lists do not grow beyond about twice as many


def neighbours(space: Space, left: Point, right: Point) -> list[Pair]:
    """Pairs one step away: an entry shifted, moved otherwise, repeated or left out; a public number changed."""
    return _allowed(space, [*_entries(space, left, right), *_publics(space, left, right)])


def alike(space: Space, left: Point, right: Point) -> list[Pair]:
    """Pairs one step away with the same public parameters."""
    return _allowed(space, [*_entries(space, left, right)])


def simpler(space: Space, left: Point, right: Point) -> list[Pair]:
    """Pairs that are simpler than this one, the simplest first."""
    here = weight(space, left, right)
    pairs = _allowed(space, [*_shorter(space, left, right), *_smaller(space, left, right)])
    weighed = [(weight(space, a, b), n) for n, (a, b) in enumerate(pairs)]
    return [pairs[n] for w, n in sorted(weighed) if w < here]


def weight(space: Space, left: Point, right: Point) -> Weight:
    """How much a reader has to take in: lengths, then an odd ε, then large numbers, entries that move, and variety."""
    length = size = moved = 0
    odd = 0.0
    distinct: set[Any] = set()
    for p in space.form.parameters:
        a, b = left[p.name], right[p.name]
        if p.positive:
            odd += 0 if a == 1 else abs(a.numerator) + a.denominator
        elif isinstance(p.var.type, ListOf):
            length += len(a)
            size += sum(map(_size, a)) + (0 if p.adjacency is None else sum(map(_size, b)))
            moved += sum(x != y for x, y in zip_longest(a, b))
            distinct |= set(zip_longest(a, b))
        elif p.var.type in NUMBERS or isinstance(p.var.type, TupleOf):
            size += _size(a) + (0 if p.adjacency is None else _size(b))
            moved += a != b
    return (length, odd, size, moved, len(distinct))


def is_long(event: Sequence[Any]) -> bool:
    """Whether an event is one output of so many items that listing all like it is out of the question."""
    return len(event) == 1 and _items(event[0]) > LONG


def _items(value: Any) -> int:
    return sum(map(_items, value)) if isinstance(value, list | tuple) else 1


def _size(value: Any) -> int:
    if isinstance(value, tuple):
        return 1 + sum(map(_size, value))
    return min(abs(int(value.numerator)) + int(value.denominator) - 1, FAR)


def _allowed(space: Space, pairs: list[Pair]) -> list[Pair]:
    """The pairs that the mechanism takes, each once."""
    by_key: dict[Any, Pair] = {}
    for a, b in pairs:
        if space.allowed(a) and space.allowed(b):
            by_key.setdefault((space.key(a), space.key(b)), (a, b))
    return list(by_key.values())


def _with(point: Point, name: str, value: Any) -> Point:
    return {**point, name: value}


def _at(values: tuple[int, ...], place: int, *new: int) -> tuple[int, ...]:
    return (*values[:place], *new, *values[place + 1 :])


def _entries(space: Space, left: Point, right: Point) -> Iterator[Pair]:
    for p in space.private:
        a, b = left[p.name], right[p.name]
        if p not in space.moving:
            rows = rows_near(space, p, left) if is_of_rows(space, p) else []
            yield from ((left, _with(right, p.name, value)) for value in space.nearby(p, left, rows))
            yield from ((_with(left, p.name, value), right) for value in space.nearby(p, right, rows))
            for x, y in changed(a, b, rows) if rows else ():
                yield _with(left, p.name, x), _with(right, p.name, y)
            continue
        k = space.bound(p, left)
        if p.var.type == INT:
            for d in (1, -1, k, -k):
                yield _with(left, p.name, a + d), _with(right, p.name, b + d)
            for m in (k, -k, 0):
                yield left, _with(right, p.name, a + m)
            continue
        for n, (x, y) in enumerate(zip(a, b, strict=True)):
            for d in (1, -1, 5, -5):
                yield _with(left, p.name, _at(a, n, x + d)), _with(right, p.name, _at(b, n, y + d))
            for m in (k, -k, 0):
                yield left, _with(right, p.name, _at(b, n, x + m))
            if n == 0 or (a[n - 1], b[n - 1]) != (x, y):
                yield _with(left, p.name, _at(a, n, x, x)), _with(right, p.name, _at(b, n, y, y))
                yield _with(left, p.name, _at(a, n)), _with(right, p.name, _at(b, n))


def _publics(space: Space, left: Point, right: Point) -> Iterator[Pair]:
    for p in space.public:
        value, kind = left[p.name], space.form.face(p.name)
        new: list[Any] = []
        if kind == INT:
            new = [value + 1, value - 1, value * 2]
        elif kind == BOOL:
            new = [not value]
        elif p.name in space.small:
            new = [v for v in (value / 10, value * 2, value * 10) if Fraction(1, 10**9) <= v < 1]
        elif p.positive:
            new = [v for v in (value * 2, value / 2) if Fraction(1, 64) <= v <= 64]
        elif kind == REAL:
            new = [value + 1, value - 1, value * 2, value / 2]
        else:
            new = [*_stepped(value, kind)]
        for v in new:
            yield _with(left, p.name, v), _with(right, p.name, v)
            tight = space.raised(_with(left, p.name, v), 1) if p.positive else None
            if tight is not None:
                yield tight, {**right, **{q.name: tight[q.name] for q in space.public}}


def _stepped(value: Any, kind: Type) -> Iterator[Any]:
    """Public values one step away: one number, at any depth, up or down."""
    match kind:
        case Option((_, some)):
            yield (not value[0], blank(some))
        case Member() | Text():
            yield from (value + 1, value - 1)
        case ListOf(item):
            yield from (_at(value, n, new) for n, old in enumerate(value) for new in _stepped(old, item))
        case TupleOf(items):
            for n, (old, item) in enumerate(zip(value, items, strict=True)):
                yield from (_at(value, n, new) for new in _stepped(old, item))
        case _ if kind == BOOL:
            yield not value
        case _:
            yield from (value + 1, value - 1)


# ------------------------------------------------------------------------------------------------------------ shrinking


def _shorter(space: Space, left: Point, right: Point) -> Iterator[Pair]:
    """Without one entry: of one list, or at the same place of all lists of that length."""
    for p in (p for p in space.private if is_of_rows(space, p)):
        for x, y in plainer(left[p.name], right[p.name], space.form.face(p.name)):
            yield _with(left, p.name, x), _with(right, p.name, y)
    lists = [p for p in space.form.parameters if isinstance(p.var.type, ListOf) and not is_of_rows(space, p)]
    for p in lists:
        for n in range(len(left[p.name])):
            yield _with(left, p.name, _at(left[p.name], n)), _with(right, p.name, _at(right[p.name], n))
    lengths = {len(left[p.name]) for p in lists}
    if len(lists) > 1:
        for length in sorted(lengths):
            same = [p.name for p in lists if len(left[p.name]) == length]
            for n in range(length):
                a = {**left, **{name: _at(left[name], n) for name in same}}
                yield a, {**right, **{name: _at(right[name], n) for name in same}}


def _smaller(space: Space, left: Point, right: Point) -> Iterator[Pair]:
    for by in sorted(_numbers(space, left) | {1, -1}, key=lambda v: (abs(v), v)):
        yield _shifted(space, left, -by), _shifted(space, right, -by)
    if any(is_of_rows(space, p) for p in space.private):
        for least in sorted({v for p in space.public for v in integers_in(left[p.name]) if v > 2}):
            for by in dict.fromkeys((least - 1, least // 2)):
                yield _lowered(space, left, least, by), _lowered(space, right, least, by)
    for p in space.moving:
        a, b = left[p.name], right[p.name]
        if p.var.type == INT:
            for x, y in _closer(a, b):
                yield _with(left, p.name, x), _with(right, p.name, y)
            continue
        for n, (x, y) in enumerate(zip(a, b, strict=True)):
            for new_x, new_y in _closer(x, y):
                yield _with(left, p.name, _at(a, n, new_x)), _with(right, p.name, _at(b, n, new_y))
    for p in space.public:
        for v in _plainer(left[p.name], space.form.face(p.name), p.positive):
            yield _with(left, p.name, v), _with(right, p.name, v)


def _lowered(space: Space, point: Point, least: int, by: int) -> Point:
    """All public integers and all integers of rows from some number on, less so much."""

    def less(value: Any, kind: Type) -> Any:
        match kind:
            case Member() | Text():
                return value
            case ListOf(item):
                return tuple(less(v, item) for v in value)
            case TupleOf(items):
                return tuple(map(less, value, items))
            case _:
                return value - by if kind == INT and value >= least else value

    changed = [p for p in space.form.parameters if p.adjacency is None or is_of_rows(space, p)]
    return {**point, **{p.name: less(point[p.name], space.form.face(p.name)) for p in changed if not p.positive}}


def _closer(x: int, y: int) -> Iterator[tuple[int, int]]:
    """Two values closer to zero, or closer to each other."""
    for d in dict.fromkeys([x, y, x // 2, 1, -1]):
        yield x - d, y - d
    for less in dict.fromkeys([x, y - (y > x) + (y < x), (x + y) // 2]):
        yield x, less


def _plainer(value: Any, kind: Type, positive: bool) -> list[Any]:
    """Public values that are easier to read."""
    new: list[Any] = []
    if kind == INT:
        new = [0, 1, value // 2, value - 1, value + 1]
    elif isinstance(kind, Member | Text):
        new = [0, value - 1]
    elif isinstance(kind, Option):
        new = [(False, blank(kind.items[1]))]
    elif positive:
        new = [Fraction(1), Fraction(1, 2), Fraction(2), value * 2, value / 2]
    elif kind == REAL:
        new = [*map(Fraction, (0, 1, math.floor(value))), value * 2, value / 2]
    elif kind == BOOL:
        new = [False]
    elif isinstance(kind, ListOf) and (item := erased(kind.item)) in NUMBERS:
        new = [_at(value, n, v) for n in range(len(value)) for v in (default(item), default(item) + 1)]
    elif isinstance(kind, ListOf | TupleOf):
        kinds = [kind.item] * len(value) if isinstance(kind, ListOf) else kind.items
        parts = enumerate(zip(value, kinds, strict=True))
        new = [_at(value, n, v) for n, (part, each) in parts for v in _plainer(part, each, positive=False)]
    return [v for v in new if v != value]


def _numbers(space: Space, point: Point) -> set[int]:
    numbers: set[int] = set()
    for p in space.form.parameters:
        value = point[p.name]
        if space.form.face(p.name) == INT:
            numbers.add(value)
        elif p in space.moving and isinstance(value, tuple):
            numbers |= set(value)
    return {v for v in numbers if v != 0}


def _shifted(space: Space, point: Point, by: int) -> Point:
    """All private values and all public integers moved by the same distance."""
    moved: dict[str, Any] = dict(point)
    for p in space.form.parameters:
        value = point[p.name]
        if space.form.face(p.name) == INT and abs(value) < FAR:
            moved[p.name] = value + by
        elif p in space.moving and isinstance(value, tuple):
            moved[p.name] = tuple(v + by for v in value)
    return moved


# -------------------------------------------------------------------------------------------------------------- growing


def longer(space: Space, left: Point, right: Point, output: Any) -> Iterator[tuple[Point, Point, Any]]:
    """Pairs with more of the same, and the output with as much more: all entries twice, or one stretch of equal ones.

    Only where the output holds a list with an item for each entry. A public number goes along, since a cut-off may
    have to.
    """
    for p in space.private:
        a, b = left[p.name], right[p.name]
        if not isinstance(a, tuple) or not 0 < len(a) == len(b) <= MOST_ENTRIES:
            continue
        kind = space.form.result.type
        runs = list(_runs(a, b, output, kind))
        plans = [tuple(end - start for start, end in runs)]
        plans += [tuple((end - start) * (k == n) for k, (start, end) in enumerate(runs)) for n in range(len(runs))]
        plans += [tuple(int(k == n) for k in range(len(runs))) for n in range(len(runs))]
        for more in dict.fromkeys(plans) if runs else ():
            grown = [_with(side, p.name, _stretched(side[p.name], runs, more)) for side in (left, right)]
            wanted = _stretched_output(output, kind, len(a), runs, more)
            yield grown[0], grown[1], wanted
            for q in space.public:
                if space.form.face(q.name) == INT:
                    values = {left[q.name] + max(more), left[q.name] * 2} - {left[q.name]}
                    for v in sorted(values):
                        yield _with(grown[0], q.name, v), _with(grown[1], q.name, v), wanted


def shorter(space: Space, left: Point, right: Point, output: Any) -> Iterator[tuple[Point, Point, Any]]:
    """The contrary of `longer`: half of a stretch of equal entries, or one of them, taken out."""
    kind = space.form.result.type
    for p in space.private:
        a, b = left[p.name], right[p.name]
        if isinstance(a, tuple) and len(a) == len(b):
            runs = list(_runs(a, b, output, kind))
            parts = [(n, part) for n, (start, end) in enumerate(runs) for part in {(end - start) // 2, 1} - {0}]
            for n, part in sorted(parts, key=lambda p: (-p[1], p[0])):
                less = tuple(-part * (k == n) for k in range(len(runs)))
                smaller = [_with(side, p.name, _stretched(side[p.name], runs, less)) for side in (left, right)]
                yield smaller[0], smaller[1], _stretched_output(output, kind, len(a), runs, less)


def _runs(a: tuple[int, ...], b: tuple[int, ...], output: Any, kind: Type) -> Iterator[tuple[int, int]]:
    """Where entries, on both sides and in the output, stay the same."""
    items = _aligned(output, kind, len(a))
    if not items:
        return
    start = 0
    for n in range(1, len(a) + 1):
        if n == len(a) or (a[n], b[n], *(i[n] for i in items)) != (a[start], b[start], *(i[start] for i in items)):
            yield start, n
            start = n


def _aligned(output: Any, kind: Type, size: int) -> list[Any]:
    """The lists of an output that have an item for each entry."""
    match kind:
        case ListOf():
            return [output] if len(output) == size else []
        case TupleOf(items):
            return [part for o, k in zip(output, items, strict=True) for part in _aligned(o, k, size)]
        case _:
            return []


def _stretched(values: Any, runs: list[tuple[int, int]], more: tuple[int, ...]) -> Any:
    """The values with each run longer, or shorter, by so much."""
    parts = [[values[start]] * (end - start + extra) for (start, end), extra in zip(runs, more, strict=True)]
    return tuple(v for part in parts for v in part)


def _stretched_output(output: Any, kind: Type, size: int, runs: list[tuple[int, int]], more: tuple[int, ...]) -> Any:
    match kind:
        case ListOf():
            return _stretched(output, runs, more) if len(output) == size else output
        case TupleOf(items):
            return tuple(_stretched_output(o, k, size, runs, more) for o, k in zip(output, items, strict=True))
        case _:
            return output
