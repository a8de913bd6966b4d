from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, clamp, coin, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps")
def coin_sample_size(rows: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> tuple[int, int]:
    """WRONG: the size of the sample comes out as it is. [] / [0], size 1."""
    sample = [clamp(row, 0, 9) for row in rows if coin(Fraction(1, 2))]
    return len(sample), laplace(sum(sample), 9 / eps)
