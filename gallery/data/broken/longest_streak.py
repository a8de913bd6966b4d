"""The longest streak of days with a run. Not private as claimed.

Claim: ε, when one day is replaced. It does not hold, and no other bound does: the loss grows with the number of days.

Source: ordinary code.

What is wrong: a day in the middle of a long streak cuts it in two.

A violating pair: five days with a run, against the same without the third. The streaks are 5 and 2; the output 5 loses
3ε.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_changed


@mechanism(epsilon="eps")
def longest_streak(days: Annotated[list[bool], one_changed()], eps: Epsilon) -> int:
    longest = streak = 0
    for ran in days:
        streak = streak + 1 if ran else 0
        longest = max(longest, streak)
    return laplace(longest, 1 / eps)
