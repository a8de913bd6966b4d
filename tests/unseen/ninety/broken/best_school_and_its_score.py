"""Report noisy max, and the noisy value of the winner along with it.

hard. The value costs as well, and the more schools the more. Witness: [0, 0, 0] and [1, 1, 1], a low value: 3/2 eps.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, each_within, laplace, mechanism


class Best(NamedTuple):
    school: int
    score: int


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def best_school_and_its_score(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> Best:
    noisy = [laplace(score, 2 / eps) for score in scores]
    top = max(noisy)
    return Best(noisy.index(top), top)
