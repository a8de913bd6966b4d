"""Noisy hours are told until the exact sum reaches a quota, so how many are told is exact. Witness: with a quota of 1,
hours [0, 0] give two numbers and [1, 0] give one."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(epsilon="eps")
def hours_until_quota(hours: Annotated[list[int], one_within(1)], quota: int, eps: Epsilon) -> list[int]:
    told: list[int] = []
    used = 0
    for worked in hours:
        if used >= quota:
            break
        used += worked
        told.append(laplace(worked, 1 / eps))
    return told
