"""A salary near the median by the exponential mechanism. One person more moves the difference of those below and those
above a band by at most 1, so each score moves by 1, and rate eps / 2 costs eps."""

from typing import Annotated

from twinproof import Epsilon, choose, mechanism, one_added_or_removed

BANDS = (20, 30, 45, 60, 90)


def imbalance(salaries, band):
    below = sum(1 for salary in salaries if salary < band)
    above = sum(1 for salary in salaries if salary > band)
    return abs(below - above)


@mechanism(epsilon="eps")
def median_salary_band(salaries: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    scores = [-imbalance(salaries, band) for band in BANDS]
    return BANDS[choose(scores, eps / 2)]
