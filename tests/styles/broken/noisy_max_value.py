"""Report-noisy-max that reports the highest noisy score itself, in other styles. Not private.

Claim: ε, which does not hold, as in `gallery/broken/noisy_max_value.py`.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, each_within, laplace, mechanism


class Candidate(NamedTuple):
    position: int
    noisy: int


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def noisy_max_value_generator(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    """`max` over a generator."""
    return max(laplace(score, 2 / eps) for score in scores)


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def noisy_max_value_sorted(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    """The last of the sorted noisy scores."""
    return sorted(laplace(score, 2 / eps) for score in scores)[-1]


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def noisy_max_value_in_place(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    """A list of noisy scores, in which each place is raised to the one before it: running maxima."""
    highest = [laplace(score, 2 / eps) for score in scores]
    for i in range(1, len(highest)):
        if highest[i] < highest[i - 1]:
            highest[i] = highest[i - 1]
    return highest[-1]


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def noisy_max_value_dictionary(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    """A dictionary from positions to noisy scores, and its highest value."""
    noisy = {i: laplace(score, 2 / eps) for i, score in enumerate(scores)}
    return max(noisy.values())


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def noisy_max_value_records(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    """Records of position and noisy score, the best by a key."""
    candidates = [Candidate(i, laplace(score, 2 / eps)) for i, score in enumerate(scores)]
    return max(candidates, key=lambda candidate: candidate.noisy).noisy


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def noisy_max_value_none(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    """The highest one is None before the loop."""
    highest: int | None = None
    for score in scores:
        noisy = laplace(score, 2 / eps)
        if highest is None or noisy > highest:
            highest = noisy
    assert highest is not None
    return highest
