"""Readings are cut into blocks of a public size, and each block's noisy sum is told.

Why: The slices do not overlap, so the entry that moves lies in one block at most.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(epsilon="eps", requires="size >= 1 and blocks >= 0")
def blocks_of_readings(
    readings: Annotated[list[int], one_within(1)], size: int, blocks: int, eps: Epsilon
) -> list[int]:
    return [laplace(sum(readings[b * size : (b + 1) * size]), 1 / eps) for b in range(blocks)]
