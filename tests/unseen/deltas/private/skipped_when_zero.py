"""Positions and noisy counts; a count of exactly zero is skipped, and negative ones are not."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(epsilon="eps", delta="exp(-(t - 1) * eps) / 2", requires="t >= 1")
def skipped_when_zero(counts: Annotated[list[int], one_within(1)], t: int, eps: Epsilon) -> list[tuple[int, int]]:
    out = []
    for i, c in enumerate(counts):
        if c == 0:
            continue
        noisy = laplace(c, 1 / eps)
        if noisy > t:
            out.append((i, noisy))
    return out
