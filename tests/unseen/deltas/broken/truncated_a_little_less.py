"""The exact delta, divided by 1.05."""

from typing import Annotated

from twinproof import Epsilon, mechanism, truncated_laplace, within


@mechanism(
    epsilon="eps",
    delta="exp(-bound * eps) * (1 - exp(-eps)) / (1 + exp(-eps) - 2 * exp(-(bound + 1) * eps)) / 1.05",
    requires="bound >= 1",
)
def truncated_a_little_less(total: Annotated[int, within(1)], bound: int, eps: Epsilon) -> int:
    return truncated_laplace(total, 1 / eps, bound)
