# Judged before running: middling.
from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism

ANALYSTS = ("ann", "bob", "cyd")


@mechanism(epsilon="2 * eps")
def three_analysts_one_budget(
    asked_by: list[str], answers: Annotated[list[int], each_within(1)], eps: Epsilon
) -> list[int]:
    """The bug: 2 eps is the budget of one analyst, and three put their answers together.
    Witness: asked by ann, bob, cyd, [0, 0, 0] and [1, 1, 1] with zeros: 3 eps."""
    spent: dict[str, int] = {name: 0 for name in ANALYSTS}
    replies = []
    for name, answer in zip(asked_by, answers):
        if name not in spent or spent[name] >= 2:
            replies.append(0)
            continue
        spent[name] += 1
        replies.append(laplace(answer, 1 / eps))
    return replies
