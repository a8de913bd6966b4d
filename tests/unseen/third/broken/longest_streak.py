"""The longest streak of days with a workout, where one day is replaced, with noise for 1. Witness: five days with, and
the third without on the right; the streak moves from 5 to 2, and the loss is three times eps."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_changed


@mechanism(epsilon="eps")
def longest_streak(days: Annotated[list[bool], one_changed()], eps: Epsilon) -> int:
    longest = 0
    current = 0
    for worked_out in days:
        if worked_out:
            current += 1
            longest = max(longest, current)
        else:
            current = 0
    return laplace(longest, 1 / eps)
