"""Pairs of inputs further out than the boards go: with one entry or round more than a constant of the program says.

What goes wrong after fifty answers, in the hundred-and-first round, or once a budget is used up, shows only there. Such
inputs are too large to list what comes of them. So they are simple: all entries the same, or all but one, and moved all
one way, in turn, in halves, or one by itself. Both sides are run with the same draws first, and of these pairs only
those are computed whose draws together cost more than is claimed, or whose sides return different things.

So it is where noise grows with a bound up to a thousand only, or never falls below what it is for ε = 1/100: there one
public number is taken several times beyond what the program holds it against, and lists are short.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import islice, zip_longest
from typing import Any

import numpy as np

from twinproof.lang.command import expressions, subcommands
from twinproof.lang.expr import Apply, Op, free_variables, subterms
from twinproof.lang.mechanism import Parameter
from twinproof.lang.scale import factors
from twinproof.lang.types import INT, REAL, ListOf
from twinproof.refute.moves import Pair
from twinproof.refute.rows import is_of_rows, rows_near
from twinproof.refute.seeds import public_values
from twinproof.refute.space import FAR, Point, Space, anchors_of, filled

MOST = 400  # pairs in all
_ENTRIES = (4, 5, 6, 8, 12)
_LARGEST = 260  # entries or rounds
_SIZES = 8  # that constants suggest
_PUBLIC = 2  # of the usual public values
_NEARBY = 6  # values beside one where there are no motions to find them by
_EPSILONS = (Fraction(1), Fraction(4))
_OF_MOMENTS = (Fraction(2), Fraction(4))  # one path tells most where the noise is small
_BEYOND = (4, 32)  # times a constant, so far that one output is enough where divergences are claimed
_SHORT = (1, 2)  # entries there
_MOST_BEYOND = 100  # pairs
_HELD_AGAINST = (Op.MIN, Op.MAX, Op.LT, Op.LE)


def far_pairs(space: Space) -> Iterator[Pair]:
    """Adjacent pairs that the mechanism takes, those with fewer entries first."""
    yield from islice((pair for pair in _beyond(space) if _is_adjacent(space, pair)), _MOST_BEYOND)
    yield from islice((pair for pair in _pairs(space) if _is_adjacent(space, pair)), MOST - _MOST_BEYOND)


def _is_adjacent(space: Space, pair: Pair) -> bool:
    return all(map(space.allowed, pair)) and bool(space.adjacent(pair)[0, 1])


def _pairs(space: Space) -> Iterator[Pair]:
    constants = [c for c in space.constants if 2 < c < _LARGEST]
    suggested = sorted({n for c in constants for n in (c + 1, c + 2, c + c // 4 + 1) if n not in _ENTRIES})[-_SIZES:]
    lists = any(isinstance(p.var.type, ListOf) for p in space.form.parameters)
    lengths = sorted({*_ENTRIES, *suggested}) if lists else [0]
    epsilons = _OF_MOMENTS if space.of_moments else _EPSILONS
    usual = [(n, values) for e in epsilons for n in lengths for values in islice(public_values(space, n, e), _PUBLIC)]
    for n, values in usual:
        yield from _moved(space, filled(space, values, n), n)
    for number in [*_ENTRIES, *suggested]:
        for n, values in usual[:: len(lengths) * _PUBLIC] if not lists else [u for u in usual if u[0] == number]:
            changed = _with_number(space, values, number)
            if changed is not None:
                yield from _moved(space, filled(space, changed, n), n)


def _beyond(space: Space) -> Iterator[Pair]:
    """Pairs where one public number, or all integers, are well beyond a constant that the program has."""
    whole = sorted({c * times for c in space.constants if c > 2 for times in _BEYOND if c * times <= FAR})
    parts = sorted({c for held in _held_against(space) for c in (held, 1 / held)})
    small = [c / times for c in parts for times in _BEYOND]
    large = [c * times for c in parts for times in _BEYOND]
    lists = any(isinstance(p.var.type, ListOf) for p in space.form.parameters)
    for n in _SHORT if lists else (0,):
        for values in islice(public_values(space, n, _OF_MOMENTS[0]), 1):
            changes: list[dict[str, Any]] = [
                {p.name: number} for p in space.public if p.positive for number in (*small, *large)
            ]
            integers = [p.name for p in space.public if space.form.face(p.name) == INT]
            together = [integers] if len(integers) > 1 else []
            changes += [dict.fromkeys(names, k) for names in ([i] for i in integers) for k in whole]
            changes += [dict.fromkeys(names, k) for names in together for k in whole]
            for change in changes:
                point = filled(space, {**values, **change}, n)
                if space.allowed(point):
                    yield from _moved(space, point, n)


def _held_against(space: Space) -> set[Fraction]:
    """The numbers above zero that the program compares others with, where it computes the width of noise or anything
    else."""
    compared = (
        part
        for command in subcommands(space.form.body)
        for e in expressions(command)
        for part in subterms(e)
        if isinstance(part, Apply) and part.op in _HELD_AGAINST and REAL in {arg.type for arg in part.args}
    )
    found = (arg for part in compared for arg in part.args)
    return {value for arg in found if (value := factors(arg)[0]) > 0 and not free_variables(arg)}


def _with_number(space: Space, values: dict[str, Any], number: int) -> dict[str, Any] | None:
    """The same with this number for all public integers; None if there are none."""
    changed = {p.name: number for p in space.public if space.form.face(p.name) == INT}
    return {**values, **changed} if changed else None


def _moved(space: Space, blank: Point, n: int) -> Iterator[Pair]:
    """What is private as it stands, and moved in a few ways: all of it together, and each by itself."""
    ways = {p.name: list(_ways(space, p, blank, n)) for p in space.private}
    for together in zip_longest(*ways.values()):
        chosen = {name: w or ways[name][0] for name, w in zip(ways, together, strict=True) if w or ways[name]}
        yield {**blank, **{k: a for k, (a, _) in chosen.items()}}, {**blank, **{k: b for k, (_, b) in chosen.items()}}
    for name, own in ways.items() if len(ways) > 1 else ():
        yield from (({**blank, name: a}, {**blank, name: b}) for a, b in own)


def _ways(space: Space, p: Parameter, point: Point, n: int) -> Iterator[tuple[Any, Any]]:
    """Two values of one private parameter."""
    value = point[p.name]
    if p not in space.moving:
        rows = rows_near(space, p, point) if is_of_rows(space, p) else []
        for base in [(row,) * n for row in rows[:2]] or [value]:
            yield from ((base, other) for other in islice(space.nearby(p, {**point, p.name: base}, rows), _NEARBY))
        return
    step = space.bound(p, point)
    if not isinstance(value, tuple):
        for anchor in anchors_of(space, {q.name: point[q.name] for q in space.public})[:2]:
            yield anchor, anchor + step
        return
    for base in dict.fromkeys(_bases(space, len(value))):
        for signs in dict.fromkeys(_signs(space, len(value))):
            moves = np.array(signs, dtype=np.int64) * step
            yield base, tuple((np.array(base, dtype=np.int64) + moves).tolist())


def _bases(space: Space, n: int) -> Iterator[tuple[int, ...]]:
    """All the same, or all but one."""
    yield (0,) * n
    if n <= _ENTRIES[-1]:
        for place in {0, n - 1} if n else ():
            yield from (tuple(far * (k == place) for k in range(n)) for far in (20, -20))


def _signs(space: Space, n: int) -> Iterator[Sequence[int]]:
    """Which entries go up, which down: all, in turn, in halves, one by itself, one against all others."""
    yield (1,) * n
    yield tuple((-1) ** k for k in range(n))
    yield (1,) * (n // 2) + (-1,) * (n - n // 2)
    places = sorted({0, n - 1, *(c for c in space.constants if 0 < c < n)})
    for place in places if n else ():
        yield tuple(int(k == place) for k in range(n))
        yield tuple(1 if k == place else -1 for k in range(n))
