"""The whole table, k times."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(epsilon="k * eps", delta="k * exp(-(t - 1) * eps) / 2", requires="t >= 1 and k >= 0")
def k_tables(counts: Annotated[list[int], one_within(1)], k: int, t: int, eps: Epsilon) -> list[int]:
    out = []
    for _ in range(k):
        for count in counts:
            noisy = laplace(count, 1 / eps) if count > 0 else 0
            out.append(noisy if noisy > t else 0)
    return out
