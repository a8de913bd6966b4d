"""Exact inversion of geometric laws: random bits in, integers out, no rounding anywhere.

Everything here follows from one idea. Let U be uniform on [0, 1), known only through its leading bits, and for a law on
the cells 0, 1, … let F(i) be the mass of the cells before i. The number of thresholds F(i) ≤ U is a cell with that law.
After n bits, U lies in [w, w+1)/2ⁿ for an integer w; with t = ⌊2ⁿ F(i)⌋ we have

    w < t:  U < F(i) for certain        w > t:  U ≥ F(i) for certain        w = t:  not yet known, read more bits.

So integer comparisons with the floors decide, and a word that cannot decide is lengthened, never rounded. Each floor
is certified by ball arithmetic: the ball that holds 2ⁿ F(i) is made narrower until all of it has one floor. Both loops
end: every F(i) here is a non-constant rational function of the transcendental e^(−1/scale), thus no dyadic number, and
U agrees with it on n bits with probability 2⁻ⁿ.

A geometric G with ratio a = e^(−1/scale) is drawn digit by digit: P(G = m·H + R) ∝ (aᵐ)ᴴ · aᴿ is a product, hence R
(geometric, cut to [0, m)) and H (geometric, ratio aᵐ) are independent. Tables so stay small at every scale. The top
digit has no bound: its table ends at some K, and as G − K given G ≥ K is distributed as G, the draw goes on from K.

A two-sided X is G or −1 − G (which is ~G in two's complement), with probabilities 1/(1+a) and a/(1+a):
(1−a)aˣ/(1+a) for x = G ≥ 0 and a·(1−a)a^(−1−x)/(1+a) = (1−a)a^(−x)/(1+a) for x < 0 are the masses of the discrete
Laplace law. The sign is read off the same word as the top digit.
"""

import os
import threading
from bisect import bisect_left, bisect_right
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache, partial
from math import ceil
from typing import Any, Protocol, TypeVar

import numpy as np
from flint import arb, ctx, fmpq, fmpz
from numpy.typing import NDArray

from twinproof.lang.noise.law import Bits, integer

Balls = Callable[[int], arb]

WORD = 64  # bits of a word
_FIRST = 16  # bits of a word that a batch reads first; most draws are decided by them
_TOP_SCALE = 6  # the top digit has scale at most 2^6 ...
_DIGIT = 10  # ... and each other digit at most 10 bits
_TAIL = 14  # a draw leaves the top digit's table with probability at most e^(−14)
_INT64_SHIFT = 48  # with at most so many bits below the top digit, int64 overflows with probability below e^(−250)

# The precision of flint is one global for all threads. A precision changed by someone else only widens balls, and so
# only costs another round of the loop in `certified_floor`.
_precision = threading.RLock()


def _new_lock() -> None:
    global _precision
    _precision = threading.RLock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_new_lock)  # the thread that held the lock does not exist in the child


T = TypeVar("T")


def in_precision(bits: int, compute: Callable[[], T]) -> T:
    """What `compute` returns when flint works with so many bits."""
    with _precision, ctx.workprec(bits):
        return compute()


def exp_minus(rate: Fraction, times: int = 1) -> arb:
    """A ball around e^(−rate·times), in the current precision."""
    return (-arb(fmpq(rate.numerator, rate.denominator) * times)).exp()


def _floor(ball: arb) -> int | None:
    """The floor of all points of the ball, if they have the same."""
    floor = ball.floor().unique_fmpz()
    return None if floor is None else int(floor)


def in_enough_precision(x: int, rate: Fraction, bits: int, compute: Callable[[], arb]) -> arb:
    """A mass such as (1 − a)·a^x, with a = e^(−rate), good to about so many bits."""
    if integer("prec", bits) < 2:
        raise ValueError(f"prec is at least 2, not {bits}")
    # exp turns the absolute error of its argument into a relative one; 1 − a cancels as many bits as the scale has.
    return in_precision(bits + 32 + int(x * rate + 1 / rate + 1).bit_length(), compute)


class Law(Protocol):
    """A law on cells 0 … thresholds, where cell i stands for the value i − offset."""

    @property
    def rate(self) -> Fraction: ...
    @property
    def thresholds(self) -> int: ...
    @property
    def offset(self) -> int: ...
    def before(self, power: Balls) -> Balls:
        """Balls around the mass of the cells before i, for 1 ≤ i ≤ thresholds, from balls around e^(−rate·k)."""


@dataclass(frozen=True, slots=True)
class Digit:
    """A geometric law cut to [0, base)."""

    rate: Fraction
    base: int
    offset = 0

    @property
    def thresholds(self) -> int:
        return self.base - 1

    def before(self, power: Balls) -> Balls:
        whole = 1 - power(self.base)
        return lambda i: (1 - power(i)) / whole


@dataclass(frozen=True, slots=True)
class OneSided:
    """A geometric law on [0, end), with all values from `end` on in the last cell."""

    rate: Fraction
    end: int
    offset = 0

    @property
    def thresholds(self) -> int:
        return self.end

    def before(self, power: Balls) -> Balls:
        return lambda i: 1 - power(i)


@dataclass(frozen=True, slots=True)
class Signed:
    """H or −1 − H with odds 1 : e^(−unit), where H is geometric; what is outside [−end, end) is in the outer cells."""

    rate: Fraction
    end: int
    unit: Fraction

    @property
    def thresholds(self) -> int:
        return 2 * self.end + 1

    @property
    def offset(self) -> int:
        return self.end + 1

    def before(self, power: Balls) -> Balls:
        positive = 1 / (1 + exp_minus(self.unit))
        negative = 1 - positive

        def mass(i: int) -> arb:
            value = i - self.offset
            return 1 - power(value) * positive if value > 0 else power(-value) * negative

        return mass


class Table:
    """The certified floors of a law, and draws from it."""

    def __init__(self, law: Law) -> None:
        self.law = law
        self.floors: list[int] = in_precision(self._enough(WORD), self._tabulate)

    def _enough(self, bits: int) -> int:
        """A precision that nearly always decides a floor of so many bits: 1 − a loses as many as 1/rate has."""
        return bits + 64 + ceil(1 / self.law.rate).bit_length()

    def _tabulate(self) -> list[int]:
        step, powers = exp_minus(self.law.rate), [arb(1)]
        for _ in range(self.law.thresholds + 1):
            powers.append(powers[-1] * step)
        before, unit = self.law.before(powers.__getitem__), fmpz(1) << WORD
        floors = []
        for i in range(1, self.law.thresholds + 1):
            floor = _floor(before(i) * unit)
            floors.append(self.certified_floor(i, WORD) if floor is None else floor)
        return floors

    def certified_floor(self, i: int, bits: int) -> int:
        """⌊2^bits · F(i)⌋."""

        def bounds() -> tuple[int | None, int | None]:
            ball = self.law.before(lambda k: exp_minus(self.law.rate, k))(i) * (fmpz(1) << bits)
            return _floor(ball.lower()), _floor(ball.upper())

        precision = self._enough(bits)
        while True:
            low, high = in_precision(precision, bounds)
            # 0 < F(i) < 1 is known, even where the ball around a tiny mass reaches below 0.
            if low is not None and high is not None and max(low, 0) == min(high, (1 << bits) - 1):
                return max(low, 0)
            precision *= 2

    def one(self, bits: Bits) -> int:
        """One draw."""
        word = int.from_bytes(bits.read(WORD // 8), "little")
        cell = bisect_right(self.floors, word)
        if cell and self.floors[cell - 1] == word:
            cell = self._lengthen(word, bits)
        return cell - self.law.offset

    def _lengthen(self, word: int, bits: Bits) -> int:
        """The cell of a word that equals a floor: between `low` and `high` thresholds are at most U."""
        low, high = bisect_left(self.floors, word), bisect_right(self.floors, word)
        indices, length = range(1, len(self.floors) + 1), WORD
        while low < high:
            word = word << WORD | int.from_bytes(bits.read(WORD // 8), "little")
            length += WORD
            floor = partial(self.certified_floor, bits=length)
            low, high = (
                bisect_left(indices, word, low, high, key=floor),
                bisect_right(indices, word, low, high, key=floor),
            )
        return low

    @cached_property
    def _sorted(self) -> NDArray[np.uint64]:
        return np.array(self.floors, dtype=np.uint64)

    @cached_property
    def _guide(self) -> NDArray[np.int16]:
        """The cell for each value of the first bits of a word, or −1 where a floor has these first bits."""
        starting = np.bincount((self._sorted >> (WORD - _FIRST)).astype(np.int64), minlength=1 << _FIRST)
        cells = np.cumsum(starting)
        cells[starting > 0] = -1
        return cells.astype(np.int16)

    def many(self, bits: Bits, size: int) -> NDArray[np.int16]:
        """Many draws. The first bits of all words are read together, and the others only where they matter."""
        first = np.frombuffer(bits.read(2 * size), dtype="<u2")
        cells: NDArray[np.int16] = self._guide.take(first)
        undecided = np.flatnonzero(cells < 0)
        if undecided.size:
            rest = np.frombuffer(bits.read(8 * undecided.size), dtype="<u8") >> _FIRST
            words = first[undecided].astype(np.uint64) << (WORD - _FIRST) | rest
            positions = np.searchsorted(self._sorted, words, side="right")
            # Where a position is 0, the word is below all floors, and so not equal to the last one either.
            for j in np.flatnonzero(self._sorted[positions - 1] == words):
                positions[j] = self._lengthen(int(words[j]), bits)
            cells[undecided] = positions
        cells -= self.law.offset
        return cells


class Plan:
    """How a law of one scale is drawn, signed or not: a top digit, and the digits below it from high to low."""

    def __init__(self, signed: bool, scale: Fraction) -> None:
        if scale <= 0:
            raise ValueError(f"a scale is positive, not {scale}")
        unit = 1 / scale
        self._shift = max((ceil(scale) - 1).bit_length() - _TOP_SCALE, 0)
        count = -(-self._shift // _DIGIT)
        widths = [self._shift * (i + 1) // count - self._shift * i // count for i in range(count)]
        self._digits: list[tuple[int, Table]] = []
        below = self._shift
        for width in widths:
            below -= width
            self._digits.append((width, Table(Digit(unit * (1 << below), 1 << width))))
        self._rate = unit * (1 << self._shift)
        self._end = ceil(_TAIL / self._rate)
        self._top = Table(Signed(self._rate, self._end, unit)) if signed else self._tail

    @cached_property
    def _tail(self) -> Table:
        return Table(OneSided(self._rate, self._end))

    def _beyond(self, bits: Bits) -> int:
        """By how much a geometric variable that has reached `end` exceeds it: again a geometric variable."""
        excess = 0
        while (more := self._tail.one(bits)) == self._end:
            excess += more
        return excess + more

    def one(self, bits: Bits) -> int:
        """One draw."""
        top = self._top.one(bits)
        flip = -1 if top < 0 else 0
        magnitude = top ^ flip
        if magnitude == self._end:
            magnitude += self._beyond(bits)
        for width, digit in self._digits:
            magnitude = magnitude << width | digit.one(bits)
        return magnitude ^ flip

    def many(self, bits: Bits, size: int) -> NDArray[Any]:
        """Many draws, in int64 if they fit and as Python integers otherwise."""
        magnitude: NDArray[Any] = self._top.many(bits, size).astype(np.int64)
        flip: NDArray[Any] = magnitude >> 63
        magnitude ^= flip
        ended = np.flatnonzero(magnitude == self._end)
        beyond = [self._beyond(bits) for _ in ended]
        if self._shift > _INT64_SHIFT or self._end + max(beyond, default=0) >= 1 << (63 - self._shift):
            magnitude = magnitude.astype(object)
        for j, excess in zip(ended, beyond, strict=True):
            magnitude[j] += excess
        for width, digit in self._digits:
            magnitude = magnitude << width | digit.many(bits, size)
        magnitude ^= flip
        return magnitude


@lru_cache(maxsize=256)
def plan(signed: bool, numerator: int, denominator: int) -> Plan:
    """The plan for a scale; it is made once and kept."""
    return Plan(signed, Fraction(numerator, denominator))
