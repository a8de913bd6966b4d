"""Laplace noise of eps is said to have a Renyi divergence of alpha * eps / 2; it is near eps for all orders if eps is
large. Witness: 0 against 1 with eps = 4 and alpha = 3/2; it is above 3.8, and claimed is 3."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, within


@mechanism(renyi=("alpha", "alpha * eps / 2"), requires="alpha > 1")
def renyi_linear_in_eps(visits: Annotated[int, within(1)], alpha: Epsilon, eps: Epsilon) -> int:
    return laplace(visits, 1 / eps)
