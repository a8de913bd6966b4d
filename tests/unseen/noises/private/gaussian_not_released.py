from typing import Annotated

from twinproof import Epsilon, gaussian, laplace, mechanism, within


@mechanism(epsilon="eps")
def gaussian_not_released(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    """The Gaussian draw around the number is thrown away."""
    noisy = gaussian(x, 2)
    if noisy > 10**6:
        noisy = 0
    return laplace(x, 1 / eps)
