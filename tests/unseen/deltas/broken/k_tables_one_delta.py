"""The whole table k times, for the delta of one."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(epsilon="k * eps", delta="exp(-t * eps) / (1 + exp(-eps))", requires="t >= 1 and k >= 0")
def k_tables_one_delta(counts: Annotated[list[int], one_within(1)], k: int, t: int, eps: Epsilon) -> list[int]:
    out = []
    for _ in range(k):
        for count in counts:
            noisy = laplace(count, 1 / eps) if count > 0 else 0
            out.append(noisy if noisy > t else 0)
    return out
