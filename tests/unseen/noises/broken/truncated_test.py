from typing import Annotated

from twinproof import Epsilon, mechanism, truncated_laplace, within


@mechanism(epsilon="eps")
def truncated_test(x: Annotated[int, within(1)], limit: int, eps: Epsilon) -> bool:
    """WRONG: one bit of noise that ends. x = limit - 20 / limit - 19."""
    return truncated_laplace(x, 2 / eps, 20) >= limit
