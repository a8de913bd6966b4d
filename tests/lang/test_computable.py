"""Numbers that are no fractions: computed, compared and rounded without a guess."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest
from flint import arb, ctx, fmpq

from twinproof.lang import claim_text
from twinproof.lang.computable import (
    Computable,
    NoValue,
    Real,
    Undecided,
    at_least,
    at_most,
    divided,
    exp,
    log,
    power,
    rounded_up,
    sqrt,
)
from twinproof.lang.enclosure import NoNumber, TooLarge, up

HALF = Fraction(1, 2)


def test_what_is_a_fraction_is_one() -> None:
    fractions: list[tuple[Real, Fraction]] = [
        (exp(0), Fraction(1)),
        (log(1), Fraction(0)),
        (sqrt(Fraction(9, 4)), Fraction(3, 2)),
        (exp(log(Fraction(7, 3))), Fraction(7, 3)),
        (log(exp(Fraction(7, 3))), Fraction(7, 3)),
        (exp(2 * log(3)), Fraction(9)),
        (sqrt(2) * sqrt(8), Fraction(4)),
        (divided(sqrt(8), sqrt(2)), Fraction(2)),
        (exp(3) * exp(-3), Fraction(1)),
        (divided(exp(3), exp(3)), Fraction(1)),
        (log(5) - log(5), Fraction(0)),
        (power(4, HALF), Fraction(2)),
        (power(Fraction(2, 3), -2), Fraction(9, 4)),
    ]
    for found, wanted in fractions:
        assert isinstance(found, int | Fraction)
        assert found == wanted


def test_comparisons_are_decided() -> None:
    assert Fraction(693147, 10**6) < log(2) < Fraction(693148, 10**6)
    assert log(2) > Fraction(693147, 10**6)
    assert exp(Fraction(1, 10**30)) >= 1
    assert exp(Fraction(1, 10**30)) != 1
    assert sqrt(2) + sqrt(3) > sqrt(Fraction(98, 10))
    assert max(sqrt(2), Fraction(3, 2)) == Fraction(3, 2)
    assert abs(-sqrt(2)) == sqrt(2)
    assert log(2) != HALF


def test_equal_numbers_are_never_taken_for_anything() -> None:
    same = log(4) - 2 * log(2)
    for question in (lambda: same > 0, lambda: same == 0, lambda: rounded_up(exp(same)), lambda: bool(same)):
        with pytest.raises(Undecided):
            question()
    assert at_least(same) <= 0 <= at_most(same)  # an enclosure there always is
    with pytest.raises(Undecided):
        at_most(divided(1, same))


def test_there_is_no_value_outside_of_the_domain() -> None:
    for function, argument in ((log, 0), (log, -1), (sqrt, -1), (log, sqrt(2) - 2)):
        with pytest.raises(NoValue):
            function(argument)
    with pytest.raises(TooLarge):
        exp(10**6)
    with pytest.raises(ZeroDivisionError):
        log(2) / 0


def test_rounding_up_is_to_64_digits() -> None:
    for x in (sqrt(2), divided(log(3), 7), exp(-50), 10**30 * exp(HALF), -log(2), -exp(-9)):
        rounded = rounded_up(x)
        assert x <= rounded
        assert up(rounded, 64) == rounded
        assert abs(rounded - at_least(x)) <= abs(rounded) / 2**62
        assert (rounded > 0) == (x > 0)
    assert rounded_up(Fraction(1, 3)) == up(Fraction(1, 3), 64)
    assert rounded_up(5) == 5


class Writer:
    """Random texts of numbers, and the same as a ball of another library."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def number(self, depth: int) -> tuple[str, arb]:
        if depth == 0 or self.random.random() < 0.2:
            value = Fraction(self.random.randint(1, 40), self.random.randint(1, 12))
            return f"({value.numerator} / {value.denominator})", arb(fmpq(value.numerator, value.denominator))
        (a, x), (b, y) = self.number(depth - 1), self.number(depth - 1)
        forms: list[tuple[str, Any]] = [
            (f"({a} + {b})", x + y),
            (f"({a} - {b})", x - y),
            (f"({a} * {b})", x * y),
            (f"({a} / (abs({b}) + 1))", x / (abs(y) + 1)),
            (f"log(abs({a}) + 1)", (abs(x) + 1).log()),
            (f"sqrt(abs({a}))", abs(x).sqrt()),
            (f"exp(min({a}, 5))", (x if x < 5 else arb(5)).exp()),
            (f"(abs({a}) + 0.5) ** 3", (abs(x) + 0.5) ** 3),
            (f"(abs({a}) + 1) ** -2", (abs(x) + 1) ** -2),
            (f"(abs({a}) + 2) ** 0.25", (abs(x) + 2).log().__mul__(arb(0.25)).exp()),
            (f"max({a}, {b})", x if x > y else y),
        ]
        return self.random.choice(forms)


@pytest.mark.parametrize("start", range(0, 400, 100))
def test_texts_against_another_library(start: int) -> None:
    ctx.prec = 400
    decided = 0
    for seed in range(start, start + 100):
        try:
            text, ball = Writer(seed).number(3)
            value = claim_text.value(claim_text.parse(text), {})
            low, high = at_least(value), at_most(value)
        except NoNumber:
            continue  # two parts are equal, as in max(x, x), or a power is too large
        decided += isinstance(value, Computable)
        assert not arb(fmpq(low.numerator, low.denominator)) > ball, text  # balls are apart, or they are not
        assert not arb(fmpq(high.numerator, high.denominator)) < ball, text
        assert high - low <= (abs(high) + 1) / 2**40, text
    assert decided > 40
    ctx.prec = 53
