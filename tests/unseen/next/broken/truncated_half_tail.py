"""Truncated noise with half of exp(-eps * bound) as delta. The last point has exp(-eps * bound) * (exp(eps) - 1) /
(exp(eps) + 1 - 2 * exp(-eps * bound)). Witness: 0 against 1, bound = 1, eps = 2: 0.107 at -1, and claimed is 0.068."""

from typing import Annotated

from twinproof import Epsilon, mechanism, truncated_laplace, within


@mechanism(epsilon="eps", delta="exp(-eps * bound) / 2", requires="bound >= 1")
def truncated_half_tail(deaths: Annotated[int, within(1)], bound: int, eps: Epsilon) -> int:
    return truncated_laplace(deaths, 1 / eps, bound)
