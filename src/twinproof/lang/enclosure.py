"""exp, log and sqrt of rational numbers, enclosed: two fractions with the true number between them.

Fractions and integers only, so that nothing rounds unseen. Each function takes the number of bits that are wanted, and
its enclosure is about so fine in relation to the number; that the number lies inside does not depend on it. Proofs,
refutations and runs all rest on this module, so it is written to be read: a series, what its tail is at most, and
rounding to the side that is given.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import isqrt

Interval = tuple[Fraction, Fraction]  # at least, at most

LARGEST_EXPONENT = 1 << 14  # of e: its powers beyond have more digits than anybody wants
_SPARE = 16  # bits that the roundings on the way may cost
_HALF = Fraction(1, 2)


class NoNumber(ArithmeticError):
    """There is no such number, or it is out of reach: whoever asked for it must do without."""


class TooLarge(NoNumber):
    """A power of e has too many digits to be computed with."""

    def __init__(self) -> None:
        super().__init__(f"exp of a number beyond ±{LARGEST_EXPONENT} is too large, or too small, to be computed with")


def down(x: Fraction, bits: int) -> Fraction:
    """The greatest number of so many binary digits that is not above x."""
    if not x:
        return x
    # n/d lies between 2^(size−1) and 2^(size+1): scaled by 2^shift it has `bits` or `bits` + 1 digits
    shift = bits - (abs(x.numerator).bit_length() - x.denominator.bit_length())
    whole = _scaled(x, shift)
    if abs(whole).bit_length() > bits:
        shift -= abs(whole).bit_length() - bits
        whole = _scaled(x, shift)  # −2^bits, which a step down may lead to, is a number of one digit
    return Fraction(whole, 1 << shift) if shift >= 0 else Fraction(whole << -shift)


def up(x: Fraction, bits: int) -> Fraction:
    """The least number of so many binary digits that is not below x."""
    return -down(-x, bits)


def _scaled(x: Fraction, shift: int) -> int:
    """⌊x · 2^shift⌋."""
    if shift >= 0:
        return (x.numerator << shift) // x.denominator
    return x.numerator // (x.denominator << -shift)


@lru_cache(maxsize=1 << 10)
def exp(q: Fraction, bits: int) -> Interval:
    """Around e^q.

    Halved j times, q is r with |r| ≤ 1/2, and the tail of Σ rⁿ/n! is at most twice its first term: each term is at most
    half of the one before. Then e^q is the square, j times over, of what encloses e^r.
    """
    if abs(q) > LARGEST_EXPONENT:
        raise TooLarge
    if q < 0:
        low, high = exp(-q, bits + 2)
        return down(1 / high, bits), up(1 / low, bits)
    halvings = 0
    while q > _HALF * (1 << halvings):
        halvings += 1
    fine = bits + 2 * halvings + _SPARE
    low, high = _taylor(down(q / (1 << halvings), fine), fine)[0], _taylor(up(q / (1 << halvings), fine), fine)[1]
    for _ in range(halvings):
        low, high = down(low * low, fine), up(high * high, fine)
    return down(low, bits), up(high, bits)


def _taylor(r: Fraction, fine: int) -> Interval:
    """Around e^r, for 0 ≤ r ≤ 1/2 or just above: 3/4 at most."""
    low = high = term_low = term_high = Fraction(1)
    n = 0
    while term_high > Fraction(1, 1 << fine):
        n += 1
        term_low, term_high = down(term_low * r / n, fine), up(term_high * r / n, fine)
        low, high = low + term_low, high + term_high
    return low, high + 3 * term_high  # the tail: its terms shrink by 3/4 at least, 3 = (3/4) / (1 − 3/4)


@lru_cache(maxsize=1 << 10)
def log(x: Fraction, bits: int) -> Interval:
    """Around ln x, for x > 0: x = 2^k · m with 1 ≤ m < 2, and ln x = k · ln 2 + ln m."""
    if x <= 0:
        raise ValueError("log of a number that is not above zero")
    k = x.numerator.bit_length() - x.denominator.bit_length()
    m = x / (1 << k) if k >= 0 else x * (1 << -k)
    if m < 1:
        k, m = k - 1, 2 * m
    # for x near 1 the logarithm is about x − 1: so many bits more are needed for it to be fine in relation to itself
    near = max(0, x.denominator.bit_length() - abs(x.numerator - x.denominator).bit_length()) if x != 1 else 0
    fine = bits + near + abs(k).bit_length() + _SPARE
    low, high = _log_of_mantissa(m, fine)
    two_low, two_high = _log_of_mantissa(Fraction(2), fine)
    low, high = (low + k * two_low, high + k * two_high) if k >= 0 else (low + k * two_high, high + k * two_low)
    return down(low, bits), up(high, bits)


@lru_cache(maxsize=1 << 10)
def _log_of_mantissa(m: Fraction, fine: int) -> Interval:
    """Around ln m, for 1 ≤ m ≤ 2: 2 · Σ z^(2i+1)/(2i+1) with z = (m − 1)/(m + 1) ≤ 1/3.

    z² ≤ 1/9, so what is left after a term is at most 1/8 of it.
    """
    z = (m - 1) / (m + 1)
    power_low, power_high = down(z, fine), up(z, fine)
    square_low, square_high = down(power_low * power_low, fine), up(power_high * power_high, fine)
    low, high, n = power_low, power_high, 1
    last = power_high
    while last > Fraction(1, 1 << (fine + 2)):
        n += 2
        power_low, power_high = down(power_low * square_low, fine), up(power_high * square_high, fine)
        low, last = low + down(power_low / n, fine), up(power_high / n, fine)
        high += last
    return 2 * low, 2 * (high + last / 4)  # 1/4: z² may have been rounded up a little


def sqrt(x: Fraction, bits: int) -> Interval:
    """Around √x, for x ≥ 0; exact where x is the square of a fraction."""
    if x < 0:
        raise ValueError("sqrt of a number that is below zero")
    root = exact_root(x)
    if root is not None:
        return root, root
    shift = max(0, bits + _SPARE - (x.numerator.bit_length() - x.denominator.bit_length()) // 2)
    scaled = (x.numerator << 2 * shift) // x.denominator
    below = isqrt(scaled)
    return Fraction(below, 1 << shift), Fraction(below + 1, 1 << shift)


def exact_root(x: Fraction) -> Fraction | None:
    """√x, if it is a fraction: both parts of x, in lowest terms, are squares then."""
    above, below = isqrt(x.numerator), isqrt(x.denominator)
    return Fraction(above, below) if (above * above, below * below) == (x.numerator, x.denominator) else None
