"""A sum of temperatures in tenths of a degree, cut to a public range that may be below zero. One sensor more moves it
by at most ten times the larger of |low| and |high|, and that is the scale times eps."""

from fractions import Fraction
from math import floor
from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


def tenths(degrees, low, high):
    if degrees < low:
        return 10 * low
    if degrees > high:
        return 10 * high
    return floor(10 * degrees)


@mechanism(epsilon="eps", requires="low < high")
def winsorized_temperature(
    readings: Annotated[list[Fraction], one_added_or_removed()], low: int, high: int, eps: Epsilon
) -> Fraction:
    total = 0
    for reading in readings:
        total += tenths(reading, low, high)
    largest = max(abs(low), abs(high))
    return Fraction(laplace(total, 10 * largest / eps), 10)
