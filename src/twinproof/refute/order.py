"""Data sets whose rows stand in another order: whether that matters, and neighbours that change it.

Where keys come out in the order of their first rows, a row that comes or goes changes the order of others. It takes
rows that are there several times, so that each key is shown on both sides, and one more of them at another place. What
tells such data sets apart is a set of outputs which the neighbour can hardly give: all of them are added up.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import islice, product
from typing import Any

from twinproof.lang.mechanism import Parameter
from twinproof.refute.pairs import InputBatch
from twinproof.refute.played import Player
from twinproof.refute.rows import Rows, is_of_rows, rows_near
from twinproof.refute.seeds import public_values
from twinproof.refute.space import Point, Space, filled, integers_in

_EPSILONS = (Fraction(1), Fraction(2), Fraction(4))
_PUBLIC = 4  # values of the public parameters for each ε
_KINDS = 4  # rows to make blocks of
_PAIRS = 2  # of them, for each value of the public parameters
_SCRIPTS = ((0, 0, 0), (1, 1, 1))  # no noise, and high noise, by which more is shown
_DEEPEST = 20  # equal rows, about
_TOLERANCES = (1e-12, 1e-5, 1e-3)


def out_of_order(space: Space) -> Iterator[InputBatch]:
    """Data sets of a few different rows in blocks, each with neighbours that have a row of another block elsewhere."""
    player = Player(space)
    for p in (p for p in space.private if is_of_rows(space, p)):
        for epsilon in _EPSILONS:
            for values in islice(public_values(space, 2, epsilon), _PUBLIC):
                blank = filled(space, values, 0)
                yield from islice(_of_blocks(player, p, blank), _PAIRS)


def _of_blocks(player: Player, p: Parameter, blank: Point) -> Iterator[InputBatch]:
    space = player.space
    rows = rows_near(space, p, blank)
    shown = [n for value in (blank[q.name] for q in space.public) for n in integers_in(value) if 0 < n <= _DEEPEST]
    many = max([1, *shown, *(c for c in space.constants if 0 < c <= _DEEPEST)])
    sizes = dict.fromkeys(((many + 2, many + 1), (2, 2)))
    for (more, fewer), (first, second) in product(sizes, _two_of(rows)):
        base = (first,) * more + (second,) * fewer
        if _order_matters(player, p, blank, base):
            near = (base, *_moved(base, more))
            points = [point for rows in near if space.allowed(point := {**blank, p.name: rows})]
            yield InputBatch(tuple(points), _TOLERANCES, quick=True)


def _two_of(rows: Sequence[Any]) -> Iterator[tuple[Any, Any]]:
    """Two different rows, the plainest first."""
    yield from ((a, b) for n, b in enumerate(rows[:_KINDS]) for a in rows[:n])


def _moved(base: Rows, more: int) -> Iterator[Rows]:
    """The rows with one more at another place, with the first one changed, and without it."""
    first, second = base[0], base[-1]
    yield (second, *base)
    yield (*base, first)
    yield (second, *base[1:])
    yield (*base[:-1], first)
    yield (*base[:more], *base[more + 1 :])


def _order_matters(player: Player, p: Parameter, blank: Point, base: Rows) -> bool:
    """Whether something else is returned where the rows stand the other way round, with the same noise."""
    for script in _SCRIPTS:
        ours, theirs = (player.scripted({**blank, p.name: rows}, script) for rows in (base, base[::-1]))
        if ours is not None and theirs is not None and ours.output != theirs.output:
            return True
    return False
