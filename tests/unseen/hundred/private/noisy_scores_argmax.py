"""Noise is put on every score in a list, and the position of the largest is told.

Why: Others keep their noise; the winner's noise moves by at most 2, at rate eps / 2, and ties stay as they
are.
"""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def noisy_scores_argmax(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    noisy = [laplace(score, 2 / eps) for score in scores]
    return noisy.index(max(noisy))
