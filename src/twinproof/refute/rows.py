"""Data sets as inputs of a search: rows that may matter, lists of them, and small changes to two adjacent lists.

A row is made of numbers near which something may happen, one for each column: those of the program and of its public
parameters, and some far beyond them, for what is not clamped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import islice
from typing import Any

from twinproof.lang.expr import UnknownType
from twinproof.lang.faces import Member, Option, Text, blank
from twinproof.lang.mechanism import Parameter
from twinproof.lang.types import BOOL, INT, REAL, ListOf, TupleOf, Type
from twinproof.refute.space import FAR, Point, Space, anchors_of

Rows = tuple[Any, ...]
_MOST = 60  # rows to choose from
_WIDE = 36  # lists beside one that they are adjacent to, on one board


def is_of_rows(space: Space, p: Parameter) -> bool:
    """Whether a parameter is private and a list of rows."""
    return p in space.private and p not in space.moving and isinstance(p.var.type, ListOf)


def rows_to_try(space: Space, p: Parameter, anchors: Sequence[int]) -> list[Any]:
    """Rows that may matter, the plainest first."""
    kind = space.form.face(p.name)
    assert isinstance(kind, ListOf)
    far = max((abs(a) for a in anchors if abs(a) < FAR), default=1)
    near = [1, 0, *(a + d for a in anchors for d in (0, 1, -1))]
    numbers = list(dict.fromkeys([*near, 10 * far + 100, -10 * far - 100]))
    return list(dict.fromkeys(islice(_values(kind.item, numbers), _MOST)))


def rows_near(space: Space, p: Parameter, point: Point) -> list[Any]:
    """The same where the public parameters are these."""
    return rows_to_try(space, p, anchors_of(space, {q.name: point[q.name] for q in space.public}))


def _values(kind: Type, numbers: Sequence[int]) -> Iterator[Any]:
    """Values of a type of Python, as the core holds them."""
    match kind:
        case Member(_, _, members):
            yield from range(len(members))
        case Text():
            yield from sorted({abs(n) for n in numbers if abs(n) < 100})
        case Option((_, some)):
            yield from ((True, v) for v in islice(_values(some, numbers), 8))
            yield (False, blank(some))
        case TupleOf(items):
            columns = [list(_values(item, numbers)) for item in items]
            most = sum(len(c) - 1 for c in columns)
            yield tuple(c[0] for c in columns)
            for n, column in enumerate(columns):  # one column at a time, then all together
                for value in column[1:]:
                    yield tuple(value if k == n else c[0] for k, c in enumerate(columns))
            for total in range(2, min(most, 12) + 1):
                for picks in summing([len(c) for c in columns], total):
                    yield tuple(c[k] for c, k in zip(columns, picks, strict=True))
        case _ if kind == BOOL:
            yield from (True, False)
        case _ if kind == REAL:
            yield from map(Fraction, numbers)
            yield from (n + Fraction(1, 2) for n in numbers)
        case _ if kind == INT:
            yield from numbers
        case _:
            raise UnknownType(kind)


def summing(sizes: Sequence[int], total: int) -> Iterator[tuple[int, ...]]:
    """Positions in several lists whose sum is given."""
    if not sizes:
        if total == 0:
            yield ()
        return
    for k in range(min(total, sizes[0] - 1) + 1):
        for rest in summing(sizes[1:], total - k):
            yield (k, *rest)


def lists_to_try(space: Space, p: Parameter, n: int, point: Point, rows: Sequence[Any]) -> Iterator[list[Rows]]:
    """Lists of about n rows, each board with one list and lists that are adjacent to it."""
    mixed = tuple(rows[k % len(rows)] for k in range(n))
    bases = [(row,) * n for row in rows[:1]] + [mixed] + [(row,) * n for row in rows[1:8]]
    bases.append(tuple(rows[-1 - k % len(rows)] for k in range(n)))
    for base in dict.fromkeys(bases):
        near = list(dict.fromkeys(space.nearby(p, {**point, p.name: base}, rows)))
        for start in range(0, max(len(near), 1), _WIDE):
            yield [base, *near[start : start + _WIDE]]


def changed(left: Rows, right: Rows, rows: Sequence[Any]) -> Iterator[tuple[Rows, Rows]]:
    """Two lists with one row more in both, one less, or another one."""
    for row in rows[:12]:
        yield (row, *left), (row, *right)
        yield (*left, row), (*right, row)
    for n, m in _paired(left, right):
        yield (*left[:n], *left[n + 1 :]), (*right[:m], *right[m + 1 :])
        for row in rows[:12]:
            yield (*left[:n], row, *left[n + 1 :]), (*right[:m], row, *right[m + 1 :])


def plainer(left: Rows, right: Rows, whole: Type) -> Iterator[tuple[Rows, Rows]]:
    """Two lists with a row less in both, with a row less of those that one has, or with smaller numbers."""
    assert isinstance(whole, ListOf)
    pairs, kind = _paired(left, right), whole.item
    here, there = ([n for n in range(len(rows)) if n not in common] for rows, common in _sides(left, right, pairs))
    for n, m in pairs:
        yield (*left[:n], *left[n + 1 :]), (*right[:m], *right[m + 1 :])
    if len(here) + len(there) > 1:
        yield from (((*left[:n], *left[n + 1 :]), right) for n in here)
        yield from ((left, (*right[:m], *right[m + 1 :])) for m in there)
    for old in dict.fromkeys((*left, *right)):
        for new, places in _renamed(old, kind):
            yield _with_new(left, old, new, places), _with_new(right, old, new, places)
    for n, m in pairs:
        for row in _smaller(left[n], kind):
            yield (*left[:n], row, *left[n + 1 :]), (*right[:m], row, *right[m + 1 :])
    for n in here:
        yield from (((*left[:n], row, *left[n + 1 :]), right) for row in _smaller(left[n], kind))
    for m in there:
        yield from ((left, (*right[:m], row, *right[m + 1 :])) for row in _smaller(right[m], kind))


def enlarged(left: Rows, right: Rows, whole: Type, times: int) -> tuple[Rows, Rows]:
    """Two lists where the numbers of those rows that only one has are so many times as large."""
    assert isinstance(whole, ListOf)
    kind, pairs = whole.item, _paired(left, right)
    large = [
        tuple(row if n in common else _times(row, kind, times) for n, row in enumerate(rows))
        for rows, common in _sides(left, right, pairs)
    ]
    return large[0], large[1]


def _times(row: Any, kind: Type, times: int) -> Any:
    match kind:
        case Member() | Text():
            return row
        case TupleOf(items):
            return tuple(_times(value, item, times) for value, item in zip(row, items, strict=True))
        case _:
            return row if kind == BOOL else row * times


def _sides(left: Rows, right: Rows, pairs: list[tuple[int, int]]) -> Iterator[tuple[Rows, set[int]]]:
    """Each list with the positions of those rows that both have."""
    yield left, {n for n, _ in pairs}
    yield right, {m for _, m in pairs}


def _renamed(row: Any, kind: Type) -> Iterator[tuple[Any, int | None]]:
    """A smaller number for one that may stand in many rows, and its column."""
    if isinstance(kind, TupleOf) and isinstance(row, tuple) and not isinstance(kind, Option):
        for n, (value, item) in enumerate(zip(row, kind.items, strict=True)):
            yield from ((new, n) for new in _smaller(value, item))
    else:
        yield from ((new, None) for new in _smaller(row, kind))


def _with_new(rows: Rows, old: Any, new: Any, column: int | None) -> Rows:
    """The rows with another number wherever a row has this one."""
    if column is None:
        return tuple(new if row == old else row for row in rows)
    return tuple((*row[:column], new, *row[column + 1 :]) if row[column] == old[column] else row for row in rows)


def _paired(left: Rows, right: Rows) -> list[tuple[int, int]]:
    """The positions of rows that both lists have: from the start on, and from the end on."""
    pairs: list[tuple[int, int]] = []
    shorter = min(len(left), len(right))
    first = next((n for n in range(shorter) if left[n] != right[n]), shorter)
    pairs += [(n, n) for n in range(first)]
    last = next((n for n in range(shorter - first) if left[-1 - n] != right[-1 - n]), shorter - first)
    return pairs + [(len(left) - n, len(right) - n) for n in range(last, 0, -1)]


def _smaller(row: Any, kind: Type) -> Iterator[Any]:
    """Rows that are easier to read."""
    if isinstance(kind, TupleOf) and isinstance(row, tuple):
        for n, (value, item) in enumerate(zip(row, kind.items, strict=True)):
            yield from ((*row[:n], new, *row[n + 1 :]) for new in _smaller(value, item))
    elif isinstance(row, bool):
        yield from (False,) if row else ()
    elif isinstance(row, int):
        yield from (v for v in dict.fromkeys((0, 1, row // 2, row - (row > 0) + (row < 0))) if abs(v) < abs(row))
    elif isinstance(row, Fraction):
        whole, parts = divmod(row.numerator, row.denominator)
        fewer = [row.limit_denominator(d) for d in (2, 3, 4, row.denominator // 2) if d >= 1]
        near = [Fraction(0), Fraction(1), *map(Fraction, (whole, whole + 1)), Fraction(parts, row.denominator), *fewer]
        near += [Fraction(1, row.denominator), row - 1 if row > 0 else row + 1, Fraction(whole // 2) + row - whole]
        yield from (v for v in dict.fromkeys(near) if _length(v) < _length(row))


def _length(number: Fraction) -> int:
    """How much there is to read."""
    return abs(number.numerator) + number.denominator
