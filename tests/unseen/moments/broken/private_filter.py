"""Whether to ask depends on the value itself."""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, one_within


@mechanism(zcdp="rho", requires="len(xs) <= 3")
def private_filter(xs: Annotated[list[int], one_within(1)], rho: Epsilon) -> list[int]:
    return [gaussian(x, variance=1 / (2 * rho)) for x in xs if x > 0]
