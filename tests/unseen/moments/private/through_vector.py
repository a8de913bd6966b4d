"""A vector of L2 norm sqrt(k)."""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, moves_by_l2


@mechanism(epsilon="rho + 2 * sqrt(rho * log(1 / delta))", delta="delta", requires="delta < 1 and k >= 1")
def through_vector(xs: Annotated[list[int], moves_by_l2("k")], k: int, rho: Epsilon, delta: Epsilon) -> list[int]:
    return [gaussian(x, variance=k / (2 * rho)) for x in xs]
