"""Which keys are there, one bit for each, by the textbook threshold with a log."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(epsilon="eps", delta="delta", requires="delta <= 1 / 2 and t >= 1 + log(1 / (2 * delta)) / eps")
def presence_bits(counts: Annotated[list[int], one_within(1)], t: int, eps: Epsilon, delta: Epsilon) -> list[bool]:
    return [count > 0 and laplace(count, 1 / eps) > t for count in counts]
