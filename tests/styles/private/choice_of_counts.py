"""The exponential mechanism for counts, in other styles.

Claim: ε, as in `gallery/private/choice_of_counts.py`.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, choose, each_within, mechanism


class Chosen(NamedTuple):
    position: int


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def choice_of_counts_comprehension(scores: Annotated[list[int], each_within(1, monotone=True)], eps: Epsilon) -> int:
    """A list is made of the scores, one by one."""
    own = [score for score in scores]  # noqa: C416
    return choose(own, eps)


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def choice_of_counts_in_place(scores: Annotated[list[int], each_within(1, monotone=True)], eps: Epsilon) -> int:
    """A list of zeros, to which the scores are added."""
    own = [0] * len(scores)
    for i in range(len(scores)):
        own[i] += scores[i]
    return choose(own, eps)


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def choice_of_counts_records(scores: Annotated[list[int], each_within(1, monotone=True)], eps: Epsilon) -> Chosen:
    """The result is a record."""
    return Chosen(choose(scores, eps))
