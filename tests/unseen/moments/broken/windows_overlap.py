"""Windows of two overlap."""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, one_within


@mechanism(zcdp="rho")
def windows_overlap(xs: Annotated[list[int], one_within(1)], rho: Epsilon) -> list[int]:
    return [gaussian(xs[i] + xs[i + 1], variance=1 / (2 * rho)) for i in range(len(xs) - 1)]
