"""The first key whose noisy count is high, by a loop that ends there."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(epsilon="eps", delta="exp(-(t - 1) * eps) / 2", requires="t >= 1")
def first_key_shown(counts: Annotated[list[int], one_within(1)], t: int, eps: Epsilon) -> int:
    for i, count in enumerate(counts):
        if count > 0 and laplace(count, 1 / eps) > t:
            return i
    return -1
