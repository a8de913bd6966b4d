"""A weighted sum with public weights of at most 3.

Wrong: The weights are not cut below, and -10 moves the sum by 10. It shows on [0] and [1] with the weight
-10.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(epsilon="eps", requires="len(weights) == len(entries)")
def weights_cut_above(entries: Annotated[list[int], one_within(1)], weights: list[int], eps: Epsilon) -> int:
    score = 0
    for entry, weight in zip(entries, weights):
        score += min(weight, 3) * entry
    return laplace(score, 3 / eps)
