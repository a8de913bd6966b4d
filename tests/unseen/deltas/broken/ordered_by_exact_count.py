"""The keys that pass stand in the order of their exact counts."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(epsilon="eps", delta="exp(-(t - 1) * eps) / 2", requires="t >= 1")
def ordered_by_exact_count(counts: Annotated[list[int], one_within(1)], t: int, eps: Epsilon) -> list[int]:
    order = sorted(range(len(counts)), key=lambda i: counts[i])
    out = []
    for i in order:
        if counts[i] > 0 and laplace(counts[i], 1 / eps) > t:
            out.append(i)
    return out
