"""Exact numbers in a few digits, as floats and as texts. What is not zero never becomes zero, and nothing overflows."""

from __future__ import annotations

import math
import sys
from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal
from fractions import Fraction

_LEAST = math.ulp(0.0)  # the smallest float above zero


def nearest(value: Fraction | float) -> float:
    """The float nearest to a number: infinite beyond all floats, and never zero unless the number is."""
    try:
        rounded = float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf
    if rounded == 0 and value != 0:
        return _LEAST if value > 0 else -_LEAST
    return rounded


def in_digits(value: Fraction, digits: int = 6) -> str:
    """A number with so many digits: 0.5, and 1e-400 where a float would say 0."""
    rounded = nearest(value)
    if math.isfinite(rounded) and abs(rounded) >= sys.float_info.min:
        return f"{rounded:.{digits}g}"
    if value == 0:
        return "0"
    exact = Context(prec=digits, Emax=MAX_EMAX, Emin=MIN_EMIN)
    quotient = exact.divide(Decimal(value.numerator), Decimal(value.denominator))
    mantissa, _, exponent = f"{quotient:.{digits - 1}e}".partition("e")
    return f"{mantissa.rstrip('0').rstrip('.') if '.' in mantissa else mantissa}e{exponent}"


def in_json(value: Fraction) -> int | float | str:
    """A number as JSON has it; as a text where it is too large or too small for a float."""
    rounded = nearest(value)
    if not sys.float_info.min <= abs(rounded) < math.inf and value != 0:
        return in_digits(value)
    return int(value) if value.denominator == 1 else rounded
