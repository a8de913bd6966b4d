from typing import Annotated

from twinproof import Epsilon, mechanism, truncated_laplace, within


@mechanism(epsilon="2 * eps", delta="exp(-bound * eps) / 2", requires="bound >= 1")
def truncated_delta_of_one(
    x: Annotated[int, within(1)], y: Annotated[int, within(1)], bound: int, eps: Epsilon
) -> tuple[int, int]:
    """WRONG: two draws for about the delta of one. Large eps."""
    return truncated_laplace(x, 1 / eps, bound), truncated_laplace(y, 1 / eps, bound)
