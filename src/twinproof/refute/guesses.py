"""Pairs of adjacent data sets by guess: public parameters and rows from numbers that the program speaks of.

What goes wrong with rows often shows only where several things come together: a cap that is smaller than a unit, a list
of ranges that do not meet, three equal rows and a large one, a user with one row more than a limit. Boards around one
data set do not get there. Guesses come from a fixed stream of pseudo-random numbers: the same program has the same
ones, everywhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import islice
from random import Random
from typing import Any

from twinproof.lang.expr import UnknownType
from twinproof.lang.faces import Dictionary, Member, Option, Table, Text, blank
from twinproof.lang.types import BOOL, DATABASE, INT, REAL, ListOf, TupleOf, Type
from twinproof.refute.space import FAR, Point, Space, anchors_of, filled, kind_of

_SIZES = (1, 0, 2, 1, 3, 2, 4, 3, 5, 2, 6, 4, 8, 3)  # rows that both data sets have, about
_LISTS = (2, 1, 3, 2, 4, 5, 6, 8)  # items of a public list
_EPSILONS = (Fraction(1),) * 6 + (Fraction(1, 2), Fraction(2))
_SMALL = (1, 2, 0, 3, 1, 2, -1, 4, 5, -2)
_TRIES = 6  # for one pair that is allowed


def guesses(space: Space, most: int) -> Iterator[tuple[Point, Point]]:
    """At most so many adjacent pairs that the mechanism takes, those with few rows as often as those with many."""
    guess = _Guess(space)
    for n in range(most):
        pairs = (guess.inputs(_SIZES[n % len(_SIZES)]) for _ in range(_TRIES))
        yield from islice((pair for pair in pairs if pair is not None), 1)


class _Guess:
    """A stream of values, and where trials of an adjacency take theirs from."""

    def __init__(self, space: Space) -> None:
        self.space = space
        self.random = Random(20260219)
        self.parts = [2, 2, 3, *(d * c for c in space.constants if 2 <= c <= 20 for d in (1, 2))]
        self.near = [c + d for c in space.constants for d in (0, 1, -1)] or [0]
        self.anchors: Sequence[int] = self.near
        self.rows: list[Any] = []  # so far, of the pair at hand

    @property
    def candidates(self) -> Sequence[int]:
        """The candidates for which a score is told apart."""
        return ()

    def inputs(self, size: int) -> tuple[Point, Point] | None:
        """Two adjacent inputs; None where they are none of the mechanism's."""
        publics: dict[str, Any] = {}
        long = self.random.choice(_LISTS)
        for p in self.space.public:
            seen = [v for v in publics.values() if type(v) is int]
            publics[p.name] = (
                self.random.choice(_EPSILONS) if p.positive else self._public(self.space.form.face(p.name), long, seen)
            )
        self.anchors = [*anchors_of(self.space, publics), 0, 1]
        left, right = dict(publics), dict(publics)
        for p in self.space.form.parameters:
            if p.var.type == DATABASE:
                left[p.name] = right[p.name] = "the database"
            elif p.adjacency is not None:
                self.rows = []
                amount = partial(self.space.amount, point=filled(self.space, publics, size))
                face = self.space.form.face(p.name)
                left[p.name], right[p.name] = kind_of(p).trial(face, size, None, self, amount)
        return (left, right) if self.space.allowed(left) and self.space.allowed(right) else None

    # ------------------------------------------------------------------------------------------------------- public

    def _public(self, kind: Type, long: int, seen: Sequence[int] = ()) -> Any:
        """A value of a type of Python, as the core holds it; an integer may be close to one that was seen."""
        match kind:
            case Member(_, _, members):
                return self.below(len(members))
            case Text():
                return self.below(len(self.space.core.faces.texts) + 2)
            case Option((_, some)):
                return (True, self._public(some, long)) if self.below(4) else (False, blank(some))
            case Dictionary((ListOf(key), ListOf(item))):
                keys = tuple(dict.fromkeys(self._public(key, long) for _ in range(long)))
                return keys, tuple(self._public(item, long) for _ in keys)
            case Table(item, _, keys):
                return tuple(self._public(item, long) for _ in keys)
            case ListOf(item):
                return self._list(item, long)
            case TupleOf(items):
                values: list[Any] = []
                for item in items:
                    values.append(self._public(item, long, [*seen, *(v for v in values if type(v) is int)]))
                return tuple(values)
        if kind == BOOL:
            return self.below(2) == 1
        if kind == REAL:
            return self.number() + Fraction(self.below(2), self.random.choice(self.parts))
        if kind != INT:
            raise UnknownType(kind)
        if seen and self.below(3) == 0:
            return self.random.choice(seen) + self.random.choice((0, 1, -1))
        return self.number()

    def _list(self, item: Type, long: int) -> tuple[Any, ...]:
        """Items that are all equal, two in turn or in blocks, one after the other, or as it happens."""
        style = self.below(5)
        first = self._public(item, 2)
        if style == 0:
            return (first,) * long
        if style == 3:
            return (first,) * (long // 2) + (self._public(item, 2),) * (long - long // 2)
        if style == 1 and type(first) is int and item == INT:
            return tuple(first + n for n in range(long))
        return (first, *(self._public(item, 2) for _ in range(long - 1)))

    # -------------------------------------------------------------------------------------------------------- trials

    def number(self) -> int:
        """A small integer, one next to a constant of the program, or one that is far away."""
        chance = self.random.random()
        if chance < 0.65:
            return self.random.choice(_SMALL)
        if chance < 0.92:
            return self.random.choice(self.near)
        return self.random.choice((10, 100, -10))

    def below(self, limit: int) -> int:
        """0 or more, and less than the limit."""
        return self.random.randrange(limit)

    def pair(self, most: int, direction: int) -> tuple[int, int]:
        """Two integers, so far apart at most."""
        left = self.number()
        step = self.random.choice((0, most, most)) if most else 0
        return left, left + step * (direction or self.random.choice((1, -1)))

    def item(self, kind: Type, far: int = 0) -> Any:
        """A row: one that was there before, one that is like it in some columns, or another one."""
        before = self.random.choice(self.rows) if self.rows else None
        if before is not None and not far and self.below(5) < 2:
            return before
        row = self._entry(kind, far)
        if before is not None and isinstance(row, tuple) and type(kind) is not Option:
            row = tuple(old if self.below(3) == 0 else new for old, new in zip(before, row, strict=True))
        self.rows.append(row)
        return row

    def _entry(self, kind: Type, far: int) -> Any:
        match kind:
            case Member() | Text() | Dictionary():
                return self._public(kind, 2)
            case Option((_, some)):
                return (True, self._entry(some, far)) if self.below(4) else (False, blank(some))
            case TupleOf(items):
                return tuple(self._entry(item, far) for item in items)
        if kind == BOOL:
            return self.below(2) == 1
        number = self._far(far) if far or self.below(12) == 0 else self._close()
        if kind == INT:
            return number
        if kind != REAL:
            raise UnknownType(kind)
        part = self.random.choice(self.parts)
        return number + Fraction(self.below(part), part) if self.below(2) else Fraction(number)

    def _close(self) -> int:
        if self.below(3) == 0:
            return self.random.choice(_SMALL)
        return self.random.choice(self.anchors) + self.random.choice((0, 0, 1, -1))

    def _far(self, far: int) -> int:
        largest = max((abs(a) for a in self.anchors if abs(a) < FAR), default=1)
        return (far or self.random.choice((1, -1))) * (10 * largest + self.random.choice((10, 100)))
