from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_within


@mechanism(epsilon="eps", requires="cap >= 1 and len(values) >= 1")
def clamp_after_sum(values: Annotated[list[int], one_within(100)], cap: int, eps: Epsilon) -> Fraction:
    """WRONG: the sum is clamped to [0, cap * n], not each value to [0, cap], so one value may move the sum by cap * n. With
    cap = 1, values [0, 0] and [2, 0]: the sum moves by 2 and the loss is 2 * eps."""
    total = clamp(sum(values), 0, cap * len(values))
    return Fraction(laplace(total, cap / eps), len(values))
