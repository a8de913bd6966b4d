"""The best ad by the exponential mechanism, and the best of the others by permute and flip. All scores may move by 1,
so each choice at rate eps / 4 costs eps / 2."""

from typing import Annotated

from twinproof import Epsilon, choose, each_within, mechanism, permute_and_flip


@mechanism(epsilon="eps", requires="len(scores) >= 2")
def two_best_ads(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> tuple[int, int]:
    first = choose(scores, eps / 4)
    others = [score for ad, score in enumerate(scores) if ad != first]
    second = permute_and_flip(others, eps / 4)
    return first, second if second < first else second + 1
