"""Numbers in a few digits: what is not zero is never shown as zero, and nothing overflows."""

import json
import math
from fractions import Fraction

import pytest

from twinproof.lang.rounding import in_digits, in_json, nearest, rounded_down, rounded_up


@pytest.mark.parametrize(
    ("value", "rounded", "shown", "as_json"),
    [
        (Fraction(0), 0.0, "0", 0),
        (Fraction(1, 3), 1 / 3, "0.333333", 1 / 3),
        (Fraction(7), 7.0, "7", 7),
        (Fraction(1, 10**400), 5e-324, "1e-400", "1e-400"),
        (Fraction(-2, 3 * 10**400), -5e-324, "-6.66667e-401", "-6.66667e-401"),
        (Fraction(1, 10**320), 1e-320, "1e-320", "1e-320"),
        (Fraction(10**300), 1e300, "1e+300", 10**300),
        (Fraction(10**400), math.inf, "1e+400", "1e+400"),
        (Fraction(-123456789 * 10**5000), -math.inf, "-1.23457e+5008", "-1.23457e+5008"),
    ],
)
def test_numbers_in_a_few_digits(value: Fraction, rounded: float, shown: str, as_json: object) -> None:
    assert nearest(value) == rounded
    assert in_digits(value) == shown
    assert in_json(value) == as_json
    assert json.loads(json.dumps(in_json(value))) == as_json


@pytest.mark.parametrize(
    ("bound", "digits", "text"),
    [
        (1.29999, 3, "1.29"),
        (2.0, 6, "2"),
        (math.nextafter(2.0, 0.0), 6, "about 2"),
        (2 - 1e-9, 4, "about 2"),
        (2 - 1e-8, 4, "1.999"),
        (math.nextafter(2.0, 3.0), 6, "2"),
        (1.25 - 1e-12, 3, "about 1.25"),
        (1.25 - 1e-12, 2, "1.2"),
        (0.0123456, 4, "0.01234"),
        (2e-7, 4, "about 2e-07"),
        (12345.6, 4, "1.234e+04"),
        (Fraction(2, 3 * 10**400), 4, "6.666e-401"),
        (0.0, 4, "0"),
        (math.inf, 4, "∞"),
    ],
)
def test_lower_bounds_say_no_more_than_is_certain(bound: Fraction | float, digits: int, text: str) -> None:
    assert rounded_down(bound, digits) == text
    assert text.startswith(("about", "∞")) or Fraction(text) <= Fraction(bound)


@pytest.mark.parametrize(("bound", "text"), [(1.201, "1.21"), (1.2, "1.2"), (Fraction(6), "6"), (3e-400, "0")])
def test_upper_bounds_are_rounded_up(bound: Fraction | float, text: str) -> None:
    assert rounded_up(bound, 3) == text
