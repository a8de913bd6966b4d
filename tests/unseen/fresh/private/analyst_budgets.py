# Judged before running: hard.
from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism

ANALYSTS = ("ann", "bob", "cyd")


@mechanism(epsilon="6 * eps")
def analyst_budgets(
    asked_by: list[str], answers: Annotated[list[int], each_within(1)], eps: Epsilon
) -> list[int | None]:
    """Three analysts with two answers each at eps; what is asked beyond that, or by others, is refused."""
    left = {name: 2 for name in ANALYSTS}
    replies: list[int | None] = []
    for name, answer in zip(asked_by, answers):
        if name in left and left[name] > 0:
            left[name] -= 1
            replies.append(laplace(answer, 1 / eps))
        else:
            replies.append(None)
    return replies
