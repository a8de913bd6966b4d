"""N entries move, and one is paid for."""

from typing import Annotated

from twinproof import Epsilon, each_within, gaussian, mechanism


@mechanism(zcdp="rho", requires="len(xs) >= 2")
def each_for_one(xs: Annotated[list[int], each_within(1)], rho: Epsilon) -> list[int]:
    return [gaussian(x, variance=1 / (2 * rho)) for x in xs]
