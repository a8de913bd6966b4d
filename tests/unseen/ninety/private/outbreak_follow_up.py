"""What is asked second depends on the noisy answer to the first question.

middling. eps / 3 for the first, and 2 eps / 3 for whichever comes second.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


class Case(NamedTuple):
    age: int
    days_ill: int


@mechanism(epsilon="eps")
def outbreak_follow_up(
    cases: Annotated[list[Case], one_added_or_removed()], alarm: int, eps: Epsilon
) -> tuple[int, int]:
    count = laplace(len(cases), 3 / eps)
    if count > alarm:
        children = sum(1 for case in cases if case.age < 10)
        return count, laplace(children, 3 / (2 * eps))
    days = sum(clamp(case.days_ill, 0, 14) for case in cases)
    return count, laplace(days, 21 / eps)
