"""Two copies of a vector with half of the budget each."""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, moves_by_l2


@mechanism(zcdp="rho", requires="k >= 1")
def vector_twice_half(xs: Annotated[list[int], moves_by_l2("k")], k: int, rho: Epsilon) -> tuple[list[int], list[int]]:
    first = [gaussian(x, variance=k / rho) for x in xs]
    second = [gaussian(x, variance=k / rho) for x in xs]
    return first, second
