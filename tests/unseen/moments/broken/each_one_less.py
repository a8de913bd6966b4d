"""N entries at rho/(n-1)."""

from typing import Annotated

from twinproof import Epsilon, each_within, gaussian, mechanism


@mechanism(zcdp="rho", requires="len(xs) >= 2")
def each_one_less(xs: Annotated[list[int], each_within(1)], rho: Epsilon) -> list[int]:
    return [gaussian(x, variance=(len(xs) - 1) / (2 * rho)) for x in xs]
