"""The absolute value of a noisy count is compared: two tails for the delta of one."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(epsilon="eps", delta="exp(-t * eps) / (1 + exp(-eps))", requires="t >= 1")
def both_tails(counts: Annotated[list[int], one_within(1)], t: int, eps: Epsilon) -> list[int]:
    out = []
    for c in counts:
        noisy = 0
        if c != 0:
            noisy = laplace(c, 1 / eps)
        out.append(noisy if abs(noisy) > t else 0)
    return out
