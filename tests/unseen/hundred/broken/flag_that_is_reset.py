"""Marks scores above a bar with a flag that was to stop after the first one.

Wrong: The flag is set anew in every round, so all hits are told with noise for one. It shows on eight
entries, 0 and 1 by turns.
"""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(epsilon="eps")
def flag_that_is_reset(scores: Annotated[list[int], each_within(1)], level: int, eps: Epsilon) -> list[bool]:
    bar = laplace(level, 2 / eps)
    marks = []
    for score in scores:
        found = False
        if not found and laplace(score, 4 / eps) > bar:
            found = True
        marks.append(found)
    return marks
