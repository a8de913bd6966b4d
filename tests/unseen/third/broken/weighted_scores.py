"""A sum of scores up to 10, each times a weight up to 5, with noise for a score. Witness: no rows against one of score
10 and weight 5; the sum moves by 50, and the loss is five times eps."""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


class Review(NamedTuple):
    score: int
    weight: int


@mechanism(epsilon="eps")
def weighted_scores(reviews: Annotated[list[Review], one_added_or_removed()], eps: Epsilon) -> int:
    total = sum(clamp(r.weight, 1, 5) * clamp(r.score, 0, 10) for r in reviews)
    return laplace(total, 10 / eps)
