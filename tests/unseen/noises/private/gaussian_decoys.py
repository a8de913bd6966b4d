from typing import Annotated

from twinproof import Epsilon, gaussian, laplace, mechanism, one_changed


@mechanism(epsilon="eps", requires="n >= 1")
def gaussian_decoys(rows: Annotated[list[bool], one_changed()], n: int, eps: Epsilon) -> list[int]:
    """A noisy count, and n numbers that were made up around it after it had noise."""
    noisy = laplace(sum(rows), 1 / eps)
    return [noisy] + [gaussian(noisy, 1 / eps) for _ in range(n)]
