from typing import Annotated

from twinproof import Epsilon, clamp, gaussian, mechanism, one_added_or_removed


@mechanism(epsilon="eps", requires="cap >= 1")
def gaussian_sum_pure(rows: Annotated[list[int], one_added_or_removed()], cap: int, eps: Epsilon) -> int:
    """WRONG: Gaussian noise has no pure claim. [] / [1] with cap 1, output far away."""
    return gaussian(sum(clamp(row, 0, cap) for row in rows), cap / eps)
