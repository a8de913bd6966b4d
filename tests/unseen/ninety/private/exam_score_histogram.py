"""A histogram of exam scores in bins of ten points.

easy. One pupil more or less moves one of eleven bins by 1.
"""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps")
def exam_score_histogram(scores: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> list[int]:
    bins = [0] * 11
    for score in scores:
        bins[clamp(score, 0, 100) // 10] += 1
    return [laplace(count, 1 / eps) for count in bins]
