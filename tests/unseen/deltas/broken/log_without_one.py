"""The textbook threshold without the one."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(epsilon="eps", delta="delta", requires="delta <= 1 / 2 and t >= log(1 / (2 * delta)) / eps")
def log_without_one(counts: Annotated[list[int], one_within(1)], t: int, eps: Epsilon, delta: Epsilon) -> list[int]:
    out = []
    for count in counts:
        noisy = laplace(count, 1 / eps) if count > 0 else 0
        out.append(noisy if noisy > t else 0)
    return out
