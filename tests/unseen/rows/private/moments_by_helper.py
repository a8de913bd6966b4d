"""First and second moments by a helper that is called twice."""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_changed


def noisy_moment(values: list[int], power: int, most: int, eps: Epsilon) -> int:
    total = 0
    for value in values:
        v = clamp(value, 0, 8)
        total += v if power == 1 else v * v
    return laplace(total, most / eps)


@mechanism(epsilon="2 * eps")
def moments_by_helper(values: Annotated[list[int], one_changed()], eps: Epsilon) -> tuple[int, int]:
    return noisy_moment(values, 1, 8, eps), noisy_moment(values, 2, 64, eps)
