"""Two tables of counts, one after the other: twice the price."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(epsilon="2 * eps", delta="exp(-(t - 1) * eps)", requires="t >= 1")
def two_tables(
    first: Annotated[list[int], one_within(1)], second: Annotated[list[int], one_within(1)], t: int, eps: Epsilon
) -> list[int]:
    out = []
    for c in first:
        noisy = laplace(c, 1 / eps) if c > 0 else 0
        out.append(noisy if noisy > t else 0)
    for c in second:
        noisy = laplace(c, 1 / eps) if c > 0 else 0
        out.append(noisy if noisy > t else 0)
    return out
