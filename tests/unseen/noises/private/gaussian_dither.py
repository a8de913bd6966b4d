from typing import Annotated

from twinproof import Epsilon, gaussian, laplace, mechanism, within


@mechanism(epsilon="eps", requires="spread >= 1")
def gaussian_dither(count: Annotated[int, within(1)], spread: int, eps: Epsilon) -> int:
    """A noisy count, blurred once more by Gaussian noise that knows nothing of it."""
    return laplace(count, 1 / eps) + gaussian(0, spread)
