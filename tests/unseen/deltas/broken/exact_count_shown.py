"""The noisy count decides, and the exact one is shown."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(epsilon="eps", delta="exp(-(t - 1) * eps) / 2", requires="t >= 1")
def exact_count_shown(counts: Annotated[list[int], one_within(1)], t: int, eps: Epsilon) -> list[int]:
    out = []
    for c in counts:
        if c > 0 and laplace(c, 1 / eps) > t:
            out.append(c)
        else:
            out.append(0)
    return out
