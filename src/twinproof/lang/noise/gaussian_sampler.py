"""Exact draws of the discrete Gaussian law, for every rational variance, one by one and in batches.

Up to a standard deviation of 64 a draw is one inversion (`inversion`): a table of P(X < x) for all x that are not far
out, and beyond it thresholds that are computed when a draw gets there, which is next to never.

A wider law is drawn in two digits and rejected by a little. With m = 2^s a power of two near σ/64, every integer is
m·q + r or −1 − (m·q + r) for one q ≥ 0 and one 0 ≤ r < m. The sign is a fair bit, r is s fair bits, and q is drawn from
the law on q ≥ 0 with mass ∝ exp(−(m·q)² / (2v)), by a table. Let d = r for the one sign and r + 1 for the other, so
that |x| = m·q + d. The pair is kept with probability exp(−(x² − (m·q)²) / (2v)) = e^(−γ), where

    γ = d·(2·m·q + d) / (2v),   about 1/128 on the average,

and else all is drawn again. What is kept has mass ∝ exp(−x² / (2v)). The growth with σ is that of the bits of r.

Whether a pair is kept is decided by integers. The first bits of d give bounds γ⁻ ≤ γ ≤ γ⁺ in units of 2^(−52), and as
1 − γ⁺ ≤ e^(−γ) ≤ 1 − γ⁻ + γ⁻²/2, a word of 16 bits is nearly always on one side of both. Where it is not, e^(−γ) is
computed as narrowly as it takes, and the word is lengthened: nothing is ever rounded.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache, partial
from math import ceil, floor, isqrt
from typing import Any

import numpy as np
from flint import arb, ctx, fmpq
from numpy.typing import NDArray

from twinproof.lang.noise.geometric import WORD
from twinproof.lang.noise.inversion import Cells, exponent_happens, floors_around, word_of
from twinproof.lang.noise.law import Bits, Sampler
from twinproof.lang.noise.theta import beyond, last_term, terms

_TOP = 6  # the table is for a standard deviation of at most 2^6
_OUT = 6  # standard deviations that a table goes out
_HEAD = 12  # bits of r that bound γ
_UNIT = 52  # γ is bounded in units of 2^(−52): 2·12 for the squares of the first bits, and 28 more
_KEPT = 16  # bits of the word that decides whether a pair is kept
_INT64_SHIFT = 48  # with more bits below q the draws are Python integers
_EXTRA = 16  # bits of precision for sums of many terms
_FAR = 1 << 12  # products with a q below fit into 64 bits


class Table:
    """A Gaussian law on all integers, or on those from 0 on, by inversion; far out by thresholds made on the way."""

    def __init__(self, variance: Fraction, signed: bool) -> None:
        self._variance, self._signed = variance, signed
        end = _OUT * (isqrt(ceil(variance)) + 1)
        first = -end if signed else 1  # the table has P(X < x) for first ≤ x ≤ end
        outer = {end - first + 1: partial(self._further, end, 1)}
        if signed:
            outer[0] = partial(self._further, first - 1, -1)
        self._cells = Cells(partial(self._thresholds, first, end), _EXTRA, first - 1, outer)
        self.one, self.many = self._cells.one, self._cells.many

    def _thresholds(self, first: int, last: int) -> list[arb]:
        """Balls around P(X < x) for first ≤ x ≤ last, in the current precision."""
        n = max(abs(first), abs(last), last_term(self._variance, ctx.prec + _EXTRA)) + 2
        tails = [beyond(self._variance, n)]  # of x ≥ n, then of x ≥ n − 1, …
        for term in reversed(terms(self._variance, 0, n)):
            tails.append(tails[-1] + term)
        tails.reverse()
        size = tails[0] + tails[1] if self._signed else tails[0]
        return [1 - tails[x] / size if x > 0 else tails[1 - x] / size for x in range(first, last + 1)]

    def _further(self, value: int, step: int, word: int, length: int, bits: Bits) -> int:
        """The value for a word that is at `value` or further out."""
        while True:
            threshold = max(value, value + step)  # between this value and the next one
            (low,), (high,) = floors_around(partial(self._thresholds, threshold, threshold), length, _EXTRA)
            if low <= word <= high:
                word, length = word << WORD | word_of(bits), length + WORD
            elif (word > high) == (step > 0):
                value += step
            else:
                return value


class Wide:
    """A law of a standard deviation above 64."""

    def __init__(self, variance: Fraction) -> None:
        self._variance = variance
        self._shift = (isqrt(ceil(variance)) >> _TOP).bit_length()
        self._head = min(self._shift, _HEAD)  # bits of r that bound γ, and those below them
        self._low = self._shift - self._head
        self._top = Table(variance / 4**self._shift, signed=False)
        # γ = d·(2·m·q + d) / (2v) with d = m·ρ is κ·ρ·(2·q + ρ)
        kappa = Fraction(4**self._shift) / (2 * variance)
        unit = 2 ** (_UNIT - 2 * self._head)
        self._kappa_below, self._kappa_above = floor(kappa * unit), ceil(kappa * unit)

    def _is_kept(self, q: int, d: int, word: int, bits: Bits) -> bool:
        """Whether something of probability e^(−γ) happens, where U begins with a word of 16 bits."""
        gamma = Fraction(d * ((q << self._shift + 1) + d)) / (2 * self._variance)
        return exponent_happens(fmpq(gamma.numerator, gamma.denominator), word, _KEPT, bits)

    def one(self, bits: Bits) -> int:
        """One draw."""
        size = -(-(self._shift + 1) // 8)
        while True:
            q = self._top.one(bits)
            flip = int.from_bytes(bits.read(size + 2), "little")
            word, flip = flip & 0xFFFF, flip >> 16
            negative, r = flip & 1, flip >> 1 & (1 << self._shift) - 1
            d = r + negative
            most = -(-d >> self._low)
            above = self._kappa_above * most * ((q << self._head + 1) + most)
            if (word + 1 << _UNIT - _KEPT) + above <= 1 << _UNIT or self._is_kept(q, d, word, bits):
                magnitude = q << self._shift | r
                return ~magnitude if negative else magnitude

    def many(self, bits: Bits, size: int) -> NDArray[Any]:
        """Many draws, in int64 if they fit and as Python integers otherwise."""
        parts: list[NDArray[Any]] = []
        left = size
        while left:
            drawn = self._pairs(bits, left + (left >> 6) + 8)[:left]
            parts.append(drawn)
            left -= drawn.size
        return np.concatenate(parts) if parts else np.zeros(0, dtype=np.int64)

    def _pairs(self, bits: Bits, size: int) -> NDArray[Any]:
        """So many pairs, without those that are not kept."""
        q = self._top.many(bits, size)
        flips = np.frombuffer(bits.read(2 * size), dtype="<u2")
        words = np.frombuffer(bits.read(2 * size), dtype="<u2").astype(np.int64)
        negative = (flips & 1).astype(bool)
        head = (flips >> 1 & (1 << self._head) - 1).astype(np.int64)
        least = head if self._low else head + negative  # d is from here on, in units of 2^low …
        most = least + 1 if self._low else least  # … and up to here
        near = np.minimum(q, _FAR)
        above = self._kappa_above * (most * ((near << self._head + 1) + most))
        kept = ((words + 1 << _UNIT - _KEPT) + above <= 1 << _UNIT) & (q < _FAR)
        others = np.flatnonzero(~kept)
        least, near = least[others], near[others]
        below = self._kappa_below * (least * ((near << self._head + 1) + least))
        # 1 − γ⁻ + γ⁻²/2, rounded up, where the square is of the first bits of γ⁻
        bound = (1 << _UNIT) - below + (((below >> _UNIT // 2) + 1) ** 2 + 1 >> 1)
        slow = others[((words[others] << _UNIT - _KEPT) <= bound) | (near >= _FAR)]
        lows = self._lower_bits(bits, size)
        r: NDArray[Any] = head if lows is None else (head.astype(lows.dtype) << self._low) | lows
        for j in slow:
            kept[j] = self._is_kept(int(q[j]), int(r[j]) + int(negative[j]), int(words[j]), bits)
        q, r, negative = q[kept], r[kept], negative[kept]
        wide = self._shift > _INT64_SHIFT or bool((q >> 62 - self._shift).any())
        magnitude = (q.astype(object) if wide else q) << self._shift | r
        drawn: NDArray[Any] = np.where(negative, ~magnitude, magnitude)
        return drawn

    def _lower_bits(self, bits: Bits, size: int) -> NDArray[Any] | None:
        """The bits of r that do not bound γ."""
        if self._low == 0:
            return None
        if self._low > _INT64_SHIFT:
            count = -(-self._low // 8)
            data, spare = bits.read(count * size), 8 * count - self._low
            numbers = [int.from_bytes(data[i : i + count], "little") >> spare for i in range(0, len(data), count)]
            return np.array(numbers, dtype=object)
        width = next(w for w in (1, 2, 4, 8) if 8 * w >= self._low)
        return (np.frombuffer(bits.read(width * size), dtype=f"<u{width}") >> 8 * width - self._low).astype(np.int64)


@lru_cache(maxsize=256)
def gaussian_sampler(variance: Fraction) -> Sampler:
    """The sampler of a variance; it is made once and kept."""
    if variance <= 0:
        raise ValueError(f"a variance is positive, not {variance}")
    return Table(variance, signed=True) if variance <= 4**_TOP else Wide(variance)
