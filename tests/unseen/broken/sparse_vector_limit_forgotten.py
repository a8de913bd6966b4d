from enum import Enum
from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


class Answer(Enum):
    BELOW = 0
    ABOVE = 1


@mechanism(epsilon="eps", requires="limit >= 1")
def sparse_vector_limit_forgotten(
    answers: Annotated[list[int], each_within(1)], threshold: int, limit: int, eps: Epsilon
) -> list[Answer]:
    """WRONG: up to limit answers above the threshold, but their scale is 4 / eps for any limit. With limit = 2, threshold = 0
    and eps = 1, answers [0, 0, 0, 0, 0] and [1, 1, 1, -1, -1], three times BELOW and twice ABOVE: the loss is 1.09, and tends
    to 3 * eps / 2 for longer lists."""
    noisy_threshold = laplace(threshold, 2 / eps)
    out: list[Answer] = []
    left = limit
    for answer in answers:
        if left == 0:
            break
        if laplace(answer, 4 / eps) >= noisy_threshold:
            out.append(Answer.ABOVE)
            left -= 1
        else:
            out.append(Answer.BELOW)
    return out
