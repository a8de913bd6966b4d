from enum import Enum
from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


class Answer(Enum):
    BELOW = 0
    ABOVE = 1


@mechanism(epsilon="eps", requires="limit >= 1")
def sparse_vector_enum(
    answers: Annotated[list[int], each_within(1)], threshold: int, limit: int, eps: Epsilon
) -> list[Answer]:
    """Sparse Vector that stops after limit positive answers: eps / 2 for the threshold, and 2 * eps / (4 * limit) for each of
    at most limit answers above it. Answers below are free."""
    noisy_threshold = laplace(threshold, 2 / eps)
    out: list[Answer] = []
    above = 0
    for answer in answers:
        if laplace(answer, 4 * limit / eps) >= noisy_threshold:
            out.append(Answer.ABOVE)
            above += 1
            if above == limit:
                break
        else:
            out.append(Answer.BELOW)
    return out
