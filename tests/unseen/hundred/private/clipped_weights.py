"""A weighted sum with public weights that are kept between -3 and 3.

Why: The entry that moves by 1 is multiplied by at most 3 in size.
"""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_within


@mechanism(epsilon="eps", requires="len(weights) == len(entries)")
def clipped_weights(entries: Annotated[list[int], one_within(1)], weights: list[int], eps: Epsilon) -> int:
    score = 0
    for entry, weight in zip(entries, weights):
        score += clamp(weight, -3, 3) * entry
    return laplace(score, 3 / eps)
