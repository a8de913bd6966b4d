"""The exact count decides, and the noisy one is shown."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(epsilon="eps", delta="exp(-(t - 1) * eps) / 2", requires="t >= 1")
def exact_count_decides(counts: Annotated[list[int], one_within(1)], t: int, eps: Epsilon) -> list[int]:
    return [laplace(c, 1 / eps) if c > t else 0 for c in counts]
