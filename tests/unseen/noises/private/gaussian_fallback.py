from typing import Annotated

from twinproof import Epsilon, gaussian, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps")
def gaussian_fallback(rows: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    """A noisy count where it is positive, and some number around 0 otherwise."""
    noisy = laplace(len(rows), 1 / eps)
    if noisy > 0:
        return noisy
    return gaussian(0, 3)
