"""Each answer has an end, and delta is for one."""

from typing import Annotated

from twinproof import Epsilon, each_within, mechanism, truncated_laplace


@mechanism(
    epsilon="len(answers) * eps",
    delta="exp(-bound * eps) * (1 - exp(-eps)) / (1 + exp(-eps) - 2 * exp(-(bound + 1) * eps))",
    requires="bound >= 1",
)
def all_truncated_once_paid(answers: Annotated[list[int], each_within(1)], bound: int, eps: Epsilon) -> list[int]:
    return [truncated_laplace(answer, 1 / eps, bound) for answer in answers]
