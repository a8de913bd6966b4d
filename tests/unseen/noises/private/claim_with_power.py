from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, within


@mechanism(epsilon="eps * 2 ** -2 + eps ** 2", requires="eps <= 1")
def claim_with_power(x: Annotated[int, within(1)], eps: Epsilon) -> tuple[int, int]:
    """Claims may have powers."""
    return laplace(x, 4 / eps), laplace(x, 1 / eps**2)
