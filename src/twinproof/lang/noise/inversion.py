"""Exact inversion of any law on cells in a row, from balls around the mass before each cell.

As in `geometric`, U is uniform on [0, 1) and known by its leading bits only: after n bits it lies in [w, w + 1) / 2ⁿ.
For each threshold F(i) there are two integers around ⌊2ⁿ F(i)⌋, one apart at most, and

    w < low:  U < F(i) for certain        w > high:  U ≥ F(i) for certain        else:  not yet known, read more bits.

Nothing is asked of the thresholds, which may be rational, even dyadic, or of unknown nature: a word that is between
the bounds of one is lengthened, and after n bits that happens with probability 2 · 2⁻ⁿ for each. No float decides.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from itertools import accumulate
from typing import Any

import numpy as np
from flint import arb, fmpq, fmpz
from numpy.typing import NDArray

from twinproof.lang.noise.geometric import WORD, in_precision
from twinproof.lang.noise.law import Bits

_FIRST = 16  # bits of a word that a batch reads first
_SPARE = 64  # bits of precision beyond those of the word

Floors = tuple[list[int], list[int]]
Balls = Callable[[], Sequence[arb]]


def floors_around(balls: Balls, bits: int, extra: int = 0) -> Floors:
    """Integers around 2^bits · F, for each F in order: at most one apart, and in order themselves."""
    precision = bits + _SPARE + extra

    def bounds() -> tuple[list[int], list[int]]:
        scaled = [ball * (fmpz(1) << bits) for ball in balls()]
        ends = [(b.lower().floor().unique_fmpz(), b.upper().floor().unique_fmpz()) for b in scaled]
        top = (1 << bits) - 1
        return (
            [0 if low is None else min(max(int(low), 0), top) for low, _ in ends],
            [top if high is None else min(max(int(high), 0), top) for _, high in ends],
        )

    while True:
        low, high = in_precision(precision, bounds)
        if all(b - a <= 1 for a, b in zip(low, high, strict=True)):
            # The thresholds rise, so a lower bound of one is a lower bound of the next, and so on.
            return list(accumulate(low, max)), list(accumulate(reversed(high), min))[::-1]
        precision *= 2


Finish = Callable[[int, int, Bits], int]  # the value for a word of so many bits


class Cells:
    """A law on the cells 0 … n, and draws from it; `balls` gives F(1) … F(n) in the current precision.

    A cell stands for the value `offset` + its number, or for several values; then it has one who finishes the draw.
    """

    def __init__(
        self, balls: Balls, extra: int = 0, offset: int = 0, finish: Mapping[int, Finish] | None = None
    ) -> None:
        self._balls, self._extra, self._offset, self._finish = balls, extra, offset, finish or {}
        self.low, self.high = floors_around(balls, WORD, extra)

    def one(self, bits: Bits) -> int:
        """One draw."""
        return self._value(word_of(bits), bits)

    def _value(self, word: int, bits: Bits) -> int:
        """The value for a word, which is lengthened if need be."""
        length, low, high = WORD, self.low, self.high
        while (cell := bisect_left(high, word)) != bisect_right(low, word):
            word, length = word << WORD | word_of(bits), length + WORD
            low, high = floors_around(self._balls, length, self._extra)
        return self._finish[cell](word, length, bits) if cell in self._finish else self._offset + cell

    @cached_property
    def _ends(self) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
        return np.array(self.low, dtype=np.uint64), np.array(self.high, dtype=np.uint64)

    @cached_property
    def _guide(self) -> NDArray[np.int32]:
        """The cell for each value of the first bits of a word, or −1 where they do not decide."""
        low, high = self._ends
        first = np.arange(1 << _FIRST, dtype=np.uint64) << (WORD - _FIRST)
        cells = np.searchsorted(high, first, side="left")
        others = np.searchsorted(low, first | np.uint64((1 << (WORD - _FIRST)) - 1), side="right")
        decided = (cells == others) & ~self._has_finish(cells)
        guide: NDArray[np.int32] = np.where(decided, cells, -1).astype(np.int32)
        return guide

    def _has_finish(self, cells: NDArray[Any]) -> NDArray[np.bool_]:
        return np.isin(cells, [*self._finish])

    def many(self, bits: Bits, size: int) -> NDArray[np.int64]:
        """Many draws. The first bits of all words are read together, and the others only where they matter."""
        first = np.frombuffer(bits.read(2 * size), dtype="<u2")
        cells = self._guide.take(first)
        drawn: NDArray[np.int64] = cells.astype(np.int64)
        drawn += self._offset
        undecided = np.flatnonzero(cells < 0)
        if undecided.size:
            rest = np.frombuffer(bits.read(8 * undecided.size), dtype="<u8") >> _FIRST
            words = first[undecided].astype(np.uint64) << (WORD - _FIRST) | rest
            low, high = self._ends
            found = np.searchsorted(high, words, side="left")
            slow = (found != np.searchsorted(low, words, side="right")) | self._has_finish(found)
            values = found + self._offset
            for j in np.flatnonzero(slow):
                values[j] = self._value(int(words[j]), bits)
            drawn[undecided] = values
        return drawn


class Happens:
    """True with a probability that a ball is around."""

    def __init__(self, ball: Callable[[], arb], extra: int = 0) -> None:
        self._cells = Cells(lambda: [ball()], extra)

    def one(self, bits: Bits) -> bool:
        """One draw."""
        return self._cells.one(bits) == 0

    def many(self, bits: Bits, size: int) -> NDArray[np.bool_]:
        """Many draws."""
        happened: NDArray[np.bool_] = self._cells.many(bits, size) == 0
        return happened


def exponent_happens(exponent: fmpq, word: int, length: int, bits: Bits) -> bool:
    """Whether something of probability e^(−exponent) happens, where U begins with a word of so many bits."""
    if exponent == 0:
        return True
    while True:
        (low,), (high,) = floors_around(lambda: [(-arb(exponent)).exp()], length)
        if word < low or word > high:
            return word < low
        word, length = word << WORD | word_of(bits), length + WORD


class Below:
    """Integers from 0 up to `count` − 1, each as likely as the others."""

    def __init__(self, count: int) -> None:
        if count < 1:
            raise ValueError(f"there is an integer to draw, not {count} of them")
        self._count = count
        self._width = (count - 1).bit_length()
        self._bytes = -(-self._width // 8)

    def one(self, bits: Bits) -> int:
        """One draw."""
        while True:
            number = int.from_bytes(bits.read(self._bytes), "little") >> 8 * self._bytes - self._width
            if number < self._count:
                return number

    def many(self, bits: Bits, size: int) -> NDArray[Any]:
        """Many draws, in int64 if they fit and as Python integers otherwise."""
        if self._width > 63:
            return np.array([self.one(bits) for _ in range(size)], dtype=object)
        drawn = np.zeros(size, dtype=np.int64)
        if self._width == 0:
            return drawn
        width = next(w for w in (1, 2, 4, 8) if 8 * w >= self._width)
        left = np.arange(size)
        while left.size:
            words = np.frombuffer(bits.read(width * left.size), dtype=f"<u{width}") >> 8 * width - self._width
            fine = words < self._count
            drawn[left[fine]] = words[fine]
            left = left[~fine]
        return drawn


class Ratio:
    """True with probability a / b, by comparing the bits of U with those of the fraction."""

    def __init__(self, numerator: int, denominator: int) -> None:
        self._whole, self._denominator = numerator, denominator
        self._first, self._rest = divmod(numerator << WORD, denominator)

    def one(self, bits: Bits) -> bool:
        """One draw."""
        if self._whole == self._denominator:
            return True
        return self._goes_on(word_of(bits), bits)

    def _goes_on(self, word: int, bits: Bits) -> bool:
        digit, rest = self._first, self._rest
        while word == digit and rest:
            word = word_of(bits)
            digit, rest = divmod(rest << WORD, self._denominator)
        return word < digit

    def many(self, bits: Bits, size: int) -> NDArray[np.bool_]:
        """Many draws. The first bits of all words are read together, and the others only where they matter."""
        if self._whole == self._denominator:
            return np.ones(size, dtype=bool)
        first = np.frombuffer(bits.read(2 * size), dtype="<u2")
        top = self._first >> WORD - _FIRST
        happened: NDArray[np.bool_] = first < top
        for j in np.flatnonzero(first == top):
            rest = int.from_bytes(bits.read(6), "little")
            happened[j] = self._goes_on(int(first[j]) << WORD - _FIRST | rest, bits)
        return happened


def word_of(bits: Bits) -> int:
    """The next word of bits."""
    return int.from_bytes(bits.read(WORD // 8), "little")
