"""Noisy numbers of registrations day by day, until the quota is full.

middling. When it is full is decided on the true sum, so the length tells. Witness: quota 1, [0, 0] and [1, 0].
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(epsilon="eps")
def until_the_quota_is_full(daily: Annotated[list[int], one_within(1)], quota: int, eps: Epsilon) -> list[int]:
    told: list[int] = []
    registered = 0
    for number in daily:
        told.append(laplace(number, 1 / eps))
        registered += number
        if registered >= quota:
            break
    return told
