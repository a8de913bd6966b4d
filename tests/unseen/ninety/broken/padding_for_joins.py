"""The size of an intermediate result, padded so that it is never too small, with the shift of the textbooks.

hard. The mass at the end is exp(-eps shift) / (1 + exp(-eps)), and not half of exp(-eps shift). Witness: [] and [0],
output 0, where the shift is just allowed.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps", delta="delta", requires="delta <= 1 / 2 and shift >= log(1 / (2 * delta)) / eps")
def padding_for_joins(
    keys: Annotated[list[int], one_added_or_removed()], shift: int, eps: Epsilon, delta: Epsilon
) -> int:
    dummies = max(0, laplace(shift, 1 / eps))
    return len(keys) + dummies
