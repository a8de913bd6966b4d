"""The day of the week of a visit, as a number with noise; the visit may move by 1000 days.

Why: Two remainders by 7 differ by at most 6.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, within


def weekday(day):
    return day % 7


@mechanism(epsilon="eps")
def weekday_of_visit(day: Annotated[int, within(1000)], eps: Epsilon) -> int:
    noisy = laplace(weekday(day), 6 / eps)
    return weekday(noisy)
