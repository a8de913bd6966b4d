"""What the slots held in the trials, in columns: guesses are made from hundreds of states at once.

The library for columns is loaded when the first one is made: most programs without loops are proved without it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from twinproof.search.facts import Values
from twinproof.search.terms import Slot

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Column = NDArray[Any]  # of small integers, of truth values, or of numbers as Python has them

_LARGEST = 1 << 40  # integers up to here can be multiplied by small factors and added up


class Observed:
    """States of two coupled runs; a column is made when it is first asked for."""

    def __init__(self, size: int, column: Callable[[Slot], Column]) -> None:
        self._size = size
        self._column = column
        self._columns: dict[Slot, Column] = {}
        self._roughly: dict[Slot, NDArray[np.float64] | None] = {}

    @classmethod
    def of(cls, rows: Sequence[Values]) -> Observed:
        return cls(len(rows), lambda slot: _column([row[slot] for row in rows]))

    def __len__(self) -> int:
        return self._size

    def __getitem__(self, slot: Slot) -> Column:
        if slot not in self._columns:
            self._columns[slot] = self._column(slot)
        return self._columns[slot]

    def rough(self, slot: Slot) -> NDArray[np.float64] | None:
        """A column of floats that are exact but for their last digits; None if there are numbers too large for that.

        Fractions take a hundred times as long to compute with, and most guesses are far from being true.
        """
        if slot not in self._roughly:
            import numpy as np

            small = all(abs(number) < _LARGEST for number in self[slot].tolist())
            self._roughly[slot] = self[slot].astype(np.float64) if small else None
        return self._roughly[slot]

    def where(self, chosen: NDArray[np.bool_]) -> Observed:
        """Those states that are chosen."""
        return Observed(int(chosen.sum()), lambda slot: self[slot][chosen])


def is_slow(*columns: Column) -> bool:
    """Whether there are numbers in these as Python has them."""
    return any(column.dtype == object for column in columns)


def least(column: Column) -> Any:
    """The smallest number, an int or a Fraction."""
    return _plain(column.min())


def most(column: Column) -> Any:
    """The largest number, an int or a Fraction."""
    return _plain(column.max())


def _plain(value: Any) -> Any:
    """A number as Python has it."""
    import numpy as np

    return value.item() if isinstance(value, np.generic) else value


def _column(values: list[Any]) -> Column:
    import numpy as np

    if all(type(v) is bool for v in values):
        return np.array(values, dtype=bool)
    if all(type(v) is int and abs(v) < _LARGEST for v in values):
        return np.array(values, dtype=np.int64)
    column = np.empty(len(values), dtype=object)
    column[:] = values
    return column
