"""Permute-and-flip, in other styles.

Claim: ε, as in `gallery/private/permuted_and_flipped.py`.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, each_within, mechanism, permute_and_flip


class Chosen(NamedTuple):
    position: int


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def permuted_and_flipped_comprehension(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    """A list is made of the scores, one by one."""
    own = [score for score in scores]  # noqa: C416
    return permute_and_flip(own, eps / 2)


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def permuted_and_flipped_in_place(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    """A list of zeros, to which the scores are added."""
    own = [0] * len(scores)
    for i in range(len(scores)):
        own[i] += scores[i]
    return permute_and_flip(own, eps / 2)


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def permuted_and_flipped_records(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> Chosen:
    """The result is a record."""
    return Chosen(permute_and_flip(scores, eps / 2))
