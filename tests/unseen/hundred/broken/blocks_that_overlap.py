"""Readings are cut into blocks of a public size, and each block's noisy sum is told.

Wrong: The slice ends one too late, so an entry at a border is in two blocks. It shows on [0, 0, 0] and [0, 0,
1] with size 2.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(epsilon="eps", requires="size >= 1 and blocks >= 0")
def blocks_that_overlap(
    readings: Annotated[list[int], one_within(1)], size: int, blocks: int, eps: Epsilon
) -> list[int]:
    return [laplace(sum(readings[b * size : (b + 1) * size + 1]), 1 / eps) for b in range(blocks)]
