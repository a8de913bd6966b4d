"""Permute-and-flip at the rate for counts, in other styles. Not private as claimed.

Claim: ε, which does not hold, as in `gallery/broken/permute_and_flip_monotone_price.py`.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, each_within, mechanism, permute_and_flip


class Choice(NamedTuple):
    place: int
    options: int


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def permute_and_flip_monotone_price_comprehension(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    """The scores are copied by a comprehension."""
    return permute_and_flip([score for score in scores], eps)


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def permute_and_flip_monotone_price_in_place(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    """A list of zeros that is set in place."""
    own = [0] * len(scores)
    for i in range(len(scores)):
        own[i] += scores[i]
    return permute_and_flip(own, eps)


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def permute_and_flip_monotone_price_records(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> Choice:
    """The result is a record, which also has the number of scores."""
    return Choice(permute_and_flip(scores, eps), len(scores))
