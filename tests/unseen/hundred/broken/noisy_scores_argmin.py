"""Noise is put on every score in a list, and the position of the smallest is told.

Wrong: The scores may move against each other, so a scale of 2 / eps is needed. It shows on [5, 0, 0] and [4,
1, 1].
"""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def noisy_scores_argmin(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    noisy = [laplace(score, 1 / eps) for score in scores]
    return noisy.index(min(noisy))
