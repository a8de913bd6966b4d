"""Noisy counts are put into a list, and those that belong to a positive count are told.

Wrong: The list is filtered by the true counts, so its length tells them. It shows on [0] and [1].
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(epsilon="eps")
def noisy_list_kept_by_truth(counts: Annotated[list[int], one_within(1)], eps: Epsilon) -> list[int]:
    noisy = [laplace(count, 1 / eps) for count in counts]
    return [value for value, count in zip(noisy, counts) if count > 0]
