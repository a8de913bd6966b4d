"""Sets of states: a table with a column for each variable and a weight for each row.

A column is an array with a value for each row, or one value that all rows share. Lists, tuples and reals are kept in a
heap and columns hold their numbers in it. A variable may also be *pending*: drawn, but only known to lie in an
interval. The mass of a row is its weight times the probability of its pending intervals.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, assert_never

import numpy as np
from numpy.typing import NDArray

from twinproof.lang.expr import ByType, Var
from twinproof.lang.interpret import default
from twinproof.lang.noise.law import Columns
from twinproof.lang.noise.powers import ERROR, INFINITE, UNIT, Floats, Ints
from twinproof.lang.types import BOOL, DATABASE, INT, QUERY, REAL, Basic, ListOf, TupleOf, Type

Column = int | bool | NDArray[Any]


MOST_VALUES = 1_000_000  # lists, tuples and reals that are stored at once
Stored = tuple[Any, ...] | Fraction


class Limit(Exception):
    """The computation would need more memory or time than it may have."""


class Heap:
    """Lists, tuples and reals, each stored once; equal values have equal numbers."""

    def __init__(self, most: int = MOST_VALUES) -> None:
        self.most = most
        self.values: list[Stored] = []
        self.numbers: dict[tuple[Any, ...], int] = {}

    def put(self, value: Stored, kind: Type | None = None) -> int:
        """The number of a value; its type, where it is known, saves looking at all that is inside."""
        key = (value, _kinds(value) if kind is None else kind)
        number = self.numbers.get(key)
        if number is None:
            if len(self.values) >= self.most:
                raise Limit(f"more than {self.most:,} different lists, tuples and fractions")
            number = self.numbers[key] = len(self.values)
            self.values.append(value)
        return number


def _kinds(value: Any) -> Any:
    """The types inside a value. Python takes True == 1, and here they are different."""
    return tuple(map(_kinds, value)) if isinstance(value, tuple) else type(value)


@dataclass(frozen=True, slots=True)
class Pending:
    """A sample that was drawn but not looked at: noise around a centre, known to lie in low … high."""

    law: Columns
    centre: Column
    low: Column
    high: Column
    age: int  # samples that were drawn earlier have a smaller number

    def columns(self) -> tuple[Column, Column, Column]:
        return self.centre, self.low, self.high

    def with_columns(self, columns: Sequence[Column]) -> Pending:
        return replace(self, centre=columns[0], low=columns[1], high=columns[2])

    def is_whole(self) -> bool:
        """Whether nothing is known but the distribution."""
        if isinstance(self.low, np.ndarray) or isinstance(self.high, np.ndarray):
            return False
        return self.low <= -INFINITE and self.high >= INFINITE

    def probability(self) -> Floats:
        """The probability of the interval, row by row."""
        return self.law.between(_offset(self.low, self.centre), _offset(self.high, self.centre))


def _offset(end: Column, centre: Column) -> Ints:
    """An end of an interval, seen from the centre; an end that is not there stays away."""
    end = np.asarray(end, dtype=np.int64)
    return np.where(np.abs(end) >= INFINITE, end, end - np.asarray(centre, dtype=np.int64))


@dataclass(frozen=True, slots=True)
class States:
    """Rows of one table."""

    weight: Floats
    columns: Mapping[Var, Column]
    pending: Mapping[Var, Pending]
    error: float  # the true mass of a row is its computed mass times something between 1 − error and 1 + error

    def __len__(self) -> int:
        return len(self.weight)

    def with_columns(self, changes: Mapping[Var, Column]) -> States:
        """The states after some variables got new values."""
        rest = self._without(changes)
        return replace(rest, columns={**rest.columns, **changes})

    def with_pending(self, var: Var, pending: Pending) -> States:
        """The states after a variable was drawn anew."""
        rest = self._without((var,))
        return replace(rest, pending={**rest.pending, var: pending})

    def _without(self, variables: Iterable[Var]) -> States:
        """The states without the old values of variables; what was known of a pending one goes into the weight."""
        return self.keep((frozenset(self.columns) | frozenset(self.pending)) - frozenset(variables))

    def take(self, rows: NDArray[Any]) -> States:
        """Some rows, by a mask or by their numbers."""

        def pick(column: Column) -> Column:
            return column[rows] if isinstance(column, np.ndarray) else column

        return States(
            self.weight[rows],
            {v: pick(c) for v, c in self.columns.items()},
            {v: p.with_columns([pick(c) for c in p.columns()]) for v, p in self.pending.items()},
            self.error,
        )

    def split(self, mask: Column) -> tuple[States, States]:
        """The rows where the mask holds, and the others."""
        if not isinstance(mask, np.ndarray):
            return (self, NOTHING) if mask else (NOTHING, self)
        return self.take(mask), self.take(~mask)

    def keep(self, live: frozenset[Var]) -> States:
        """Forget all variables but the live ones; the probability of a forgotten interval goes into the weight."""
        weight, error = self.weight, self.error
        pending = {}
        for v, p in self.pending.items():
            if v in live:
                pending[v] = p
            elif not p.is_whole():
                weight = weight * p.probability()
                error += ERROR + UNIT
        columns = {v: c for v, c in self.columns.items() if v in live}
        return States(weight, columns, pending, error * (1 + 1e-9))

    def mass(self) -> float:
        """An upper bound of the total mass."""
        weights_alone = self.keep(frozenset())
        return float(weights_alone.weight.sum()) * (1 + weights_alone.error + (len(self) + 1) * UNIT)


NOTHING = States(np.zeros(0), {}, {}, 0.0)


def filled(column: Column, size: int, kind: Type) -> NDArray[Any]:
    """The column as an array."""
    if isinstance(column, np.ndarray):
        return column
    return np.full(size, column, dtype=entries_of(kind))


def entries_of(kind: Type) -> type[bool] | type[np.int64]:
    """What a column holds for values of a type: some stand in the heap, a query is its answer."""
    match kind:
        case ListOf() | TupleOf():
            return np.int64
        case Basic():
            return _ENTRIES[kind]
        case _:
            assert_never(kind)


_ENTRIES = ByType[type[bool] | type[np.int64]]({BOOL: bool, **dict.fromkeys((INT, REAL, QUERY, DATABASE), np.int64)})


def in_heap(kind: Type) -> bool:
    """Whether values of a type stand in the heap, and columns hold their numbers."""
    return isinstance(kind, ListOf | TupleOf) or kind == REAL


def join(parts: Iterable[States], heap: Heap) -> States:
    """All rows of several tables; what is pending must be pending in all of them, with the same noise."""
    full = [t for t in parts if len(t)]
    if len(full) <= 1:
        return full[0] if full else NOTHING
    variables = list(dict.fromkeys(v for t in full for v in (*t.columns, *t.pending)))
    columns: dict[Var, Column] = {}
    pending: dict[Var, Pending] = {}
    for v in variables:
        if any(v in t.pending for t in full):
            first = full[0].pending[v]
            ends = zip(*(t.pending[v].columns() for t in full), strict=True)
            pending[v] = first.with_columns([_stack(list(e), full, INT) for e in ends])
        else:
            blank = blank_value(v.type, heap)
            columns[v] = _stack([t.columns.get(v, blank) for t in full], full, v.type)
    weight = np.concatenate([t.weight for t in full])
    return States(weight, columns, pending, max(t.error for t in full))


def blank_value(kind: Type, heap: Heap) -> Column:
    """What a variable holds that has no value yet: it is assigned before it is read."""
    if in_heap(kind):
        return heap.put(default(kind), kind)
    return False if entries_of(kind) is bool else 0


def _stack(columns: list[Column], tables: list[States], kind: Type) -> Column:
    first = columns[0]
    if not isinstance(first, np.ndarray) and all(not isinstance(c, np.ndarray) and c == first for c in columns):
        return first
    return np.concatenate([filled(c, len(t), kind) for c, t in zip(columns, tables, strict=True)])


def merge(states: States) -> States:
    """Rows that agree in everything become one."""
    if len(states) < 2:
        return states
    arrays = [c for c in states.columns.values() if isinstance(c, np.ndarray)]
    arrays += [c for p in states.pending.values() for c in p.columns() if isinstance(c, np.ndarray)]
    rows, inverse, count = group(arrays, len(states))
    if count == len(states):
        return states
    weight: Floats = np.bincount(inverse, weights=states.weight, minlength=count).astype(np.float64)
    most = int(np.bincount(inverse, minlength=count).max())
    return replace(states.take(rows), weight=weight, error=states.error + most * UNIT)


_DENSE = 1 << 22


def group(arrays: Sequence[NDArray[Any]], size: int) -> tuple[Ints, Ints, int]:
    """For rows that agree in all arrays: a row of each group, the group of each row, and the number of groups."""
    key = np.zeros(size, dtype=np.int64)
    span = 1
    for array in arrays:
        values = array.astype(np.int64, copy=False)
        low, high = int(values.min()), int(values.max())
        width = high - low + 1
        if span * width >= 2**62:
            # compress what is there already, and if need be this column too, to numbers below the number of rows
            key = np.unique(key, return_inverse=True)[1].astype(np.int64)
            span = int(key.max()) + 1
            if span * width >= 2**62:
                values = np.unique(values, return_inverse=True)[1].astype(np.int64)
                low, width = 0, int(values.max()) + 1
        key = key * width + (values - low)
        span *= width
    if span <= max(_DENSE // 64, 4 * size):
        seen = np.full(span, -1, dtype=np.int64)
        seen[key[::-1]] = np.arange(size - 1, -1, -1)
        rows = seen[seen >= 0]
        number = np.cumsum(seen >= 0) - 1
        return rows, number[key], len(rows)
    _, rows, inverse = np.unique(key, return_index=True, return_inverse=True)
    return rows, inverse.reshape(-1), len(rows)
