"""Enclosures against another library's balls: the true number is always inside, and they are as fine as was asked."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from flint import arb, ctx, fmpq

from twinproof.lang import enclosure

BITS = (8, 32, 64, 128, 300)


def ball(x: Fraction) -> arb:
    return arb(fmpq(x.numerator, x.denominator))


def number(random: Random) -> Fraction:
    """Of all sizes: ordinary ones, tiny ones, and those close to 1."""
    plain = Fraction(random.randint(-4000, 4000), random.randint(1, 400))
    tiny = Fraction(random.randint(-(10**6), 10**6), 10 ** random.randint(6, 40))
    return random.choice((plain, plain, tiny, 1 + tiny, Fraction(random.randint(-9, 9))))


@pytest.fixture(autouse=True)
def many_digits() -> object:
    before = ctx.prec
    ctx.prec = 3000
    yield
    ctx.prec = before


@pytest.mark.parametrize("seed", range(4))
def test_the_true_number_is_inside(seed: int) -> None:
    random = Random(seed)
    for _ in range(150):
        x, bits = number(random), random.choice(BITS)
        fine = Fraction(8, 1 << bits)
        low, high = enclosure.exp(x, bits)
        assert ball(low) <= ball(x).exp() <= ball(high)
        assert high - low <= fine * low
        if x <= 0:
            continue
        low, high = enclosure.log(x, bits)
        assert low == high == 0 if x == 1 else ball(low) <= ball(x).log() <= ball(high)
        assert high - low <= fine * max(abs(low), abs(high))
        low, high = enclosure.sqrt(x, bits)
        assert low * low <= x <= high * high
        assert high - low <= fine * low


@pytest.mark.parametrize("bits", BITS)
def test_rounding_to_digits(bits: int) -> None:
    random = Random(bits)
    for _ in range(300):
        x = number(random)
        low, high = enclosure.down(x, bits), enclosure.up(x, bits)
        assert low <= x <= high
        for end in (low, high):
            odd = end.numerator // max(1, end.numerator & -end.numerator)
            assert abs(odd).bit_length() <= bits
            assert end.denominator & (end.denominator - 1) == 0
        between = (low + high) / 2  # no number of so many digits lies between the two
        assert low == high == x or enclosure.down(between, bits) == low


def test_squares_have_their_roots() -> None:
    assert enclosure.sqrt(Fraction(9, 4), 8) == (Fraction(3, 2), Fraction(3, 2))
    assert enclosure.exact_root(Fraction(2)) is None
    assert enclosure.sqrt(Fraction(0), 64) == (Fraction(0), Fraction(0))


def test_what_is_out_of_reach_is_refused() -> None:
    with pytest.raises(enclosure.TooLarge):
        enclosure.exp(Fraction(10**9), 64)
    with pytest.raises(enclosure.TooLarge):
        enclosure.exp(Fraction(-(10**9)), 64)
    with pytest.raises(ValueError, match="not above zero"):
        enclosure.log(Fraction(0), 64)
    with pytest.raises(ValueError, match="below zero"):
        enclosure.sqrt(Fraction(-1), 64)
