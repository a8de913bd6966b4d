"""A helper lowers the threshold by one."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


def is_high(noisy, t):
    return noisy > t - 1


@mechanism(epsilon="eps", delta="exp(-t * eps) / (1 + exp(-eps))", requires="t >= 2")
def bar_lowered_in_helper(counts: Annotated[list[int], one_within(1)], t: int, eps: Epsilon) -> list[int]:
    out = []
    for count in counts:
        noisy = laplace(count, 1 / eps) if count > 0 else 0
        out.append(noisy if is_high(noisy, t) else 0)
    return out
