"""A table of zeros that is filled in place, where the noisy count reaches t + 1."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(epsilon="eps", delta="exp(-(t - 1) * eps) / 2", requires="t >= 1")
def set_in_place(counts: Annotated[list[int], one_within(1)], t: int, eps: Epsilon) -> list[int]:
    table = [0] * len(counts)
    for i in range(len(counts)):
        if counts[i] >= 1:
            v = laplace(counts[i], 1 / eps)
            if v >= t + 1:
                table[i] = v
    return table
