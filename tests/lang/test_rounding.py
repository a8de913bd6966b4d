"""Numbers in a few digits: what is not zero is never shown as zero, and nothing overflows."""

import json
import math
from fractions import Fraction

import pytest

from twinproof.lang.rounding import in_digits, in_json, nearest


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
