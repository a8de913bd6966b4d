"""Exact numbers in a few digits, as floats and as texts. What is not zero never becomes zero, and nothing overflows."""

from __future__ import annotations

import math
import sys
from decimal import MAX_EMAX, MIN_EMIN, ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction

_LEAST = math.ulp(0.0)  # the smallest float above zero
_HARDLY = Fraction(1, 10**9)  # of a number: by so much a bound may be below it and still be about that number


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


def rounded_down(bound: Fraction | float, digits: int = 6) -> str:
    """A lower bound with so many digits, and never more than is certain.

    The bound of a number like 2 comes out of a computation as 1.9999999999999998. That is "about 2": all its digits
    would say no more, and 1.99999 less than is known.
    """
    if bound == math.inf:
        return "∞"
    exact = Fraction(bound)
    below, above = (_in_decimals(exact, digits, rounding) for rounding in (ROUND_FLOOR, ROUND_CEILING))
    if below < exact and above - exact <= _HARDLY * abs(above):
        return f"about {in_digits(above, digits)}"
    return in_digits(below, digits)


def rounded_up(bound: Fraction | float, digits: int = 6) -> str:
    """An upper bound with so many digits, and never less than it is."""
    return in_digits(_in_decimals(Fraction(bound), digits, ROUND_CEILING), digits)


def _in_decimals(value: Fraction, digits: int, rounding: str) -> Fraction:
    context = Context(prec=digits, rounding=rounding, Emax=MAX_EMAX, Emin=MIN_EMIN)
    return Fraction(context.divide(Decimal(value.numerator), Decimal(value.denominator)))


def in_json(value: Fraction) -> int | float | str:
    """A number as JSON has it; as a text where it is too large or too small for a float."""
    rounded = nearest(value)
    if not sys.float_info.min <= abs(rounded) < math.inf and value != 0:
        return in_digits(value)
    return int(value) if value.denominator == 1 else rounded
