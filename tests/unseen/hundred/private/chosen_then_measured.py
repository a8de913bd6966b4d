"""The exponential mechanism picks a candidate, whose score is then told with noise, but not which one it is.

Why: The pick at rate eps / 4 costs eps / 2 for scores that move by 1, and the noisy score costs eps / 2.
"""

from typing import Annotated

from twinproof import Epsilon, choose, each_within, laplace, mechanism


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def chosen_then_measured(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    pick = choose(scores, eps / 4)
    return laplace(scores[pick], 2 / eps)
