"""Sparse Vector without noise on the answers and without a cut-off, in other styles. Not private at all.

Claim: ε, which does not hold, as in `gallery/broken/lyu_5.py`.
"""

from enum import Enum
from typing import Annotated, NamedTuple

from twinproof import Epsilon, each_within, laplace, mechanism


class Side(Enum):
    BELOW = 0
    ABOVE = 1


class Response(NamedTuple):
    question: int
    above: bool


@mechanism(epsilon="eps")
def lyu_5_comprehension(answers: Annotated[list[int], each_within(1)], threshold: int, eps: Epsilon) -> list[bool]:
    """One comprehension."""
    noisy_threshold = laplace(threshold, 2 / eps)
    return [answer >= noisy_threshold for answer in answers]


@mechanism(epsilon="eps")
def lyu_5_in_place(answers: Annotated[list[int], each_within(1)], threshold: int, eps: Epsilon) -> list[bool]:
    """A list of False that is set in place."""
    noisy_threshold = laplace(threshold, 2 / eps)
    above = [False] * len(answers)
    for i, answer in enumerate(answers):
        if answer >= noisy_threshold:
            above[i] = True
    return above


@mechanism(epsilon="eps")
def lyu_5_enum(answers: Annotated[list[int], each_within(1)], threshold: int, eps: Epsilon) -> list[Side]:
    """Members of an Enum, made by a nested function."""
    noisy_threshold = laplace(threshold, 2 / eps)

    def side(answer: int) -> Side:
        if answer >= noisy_threshold:
            return Side.ABOVE
        return Side.BELOW

    return [side(answer) for answer in answers]


@mechanism(epsilon="eps")
def lyu_5_strings(answers: Annotated[list[int], each_within(1)], threshold: int, eps: Epsilon) -> list[str]:
    """Texts."""
    noisy_threshold = laplace(threshold, 2 / eps)
    return ["above" if answer >= noisy_threshold else "below" for answer in answers]


@mechanism(epsilon="eps")
def lyu_5_records(answers: Annotated[list[int], each_within(1)], threshold: int, eps: Epsilon) -> list[Response]:
    """Records with the number of the question."""
    noisy_threshold = laplace(threshold, 2 / eps)
    return [Response(i, answer >= noisy_threshold) for i, answer in enumerate(answers)]


@mechanism(epsilon="eps")
def lyu_5_dictionary(answers: Annotated[list[int], each_within(1)], threshold: int, eps: Epsilon) -> list[bool]:
    """A dictionary from questions to the distance from the threshold."""
    noisy_threshold = laplace(threshold, 2 / eps)
    distances = {i: answer - noisy_threshold for i, answer in enumerate(answers)}
    return [distance >= 0 for distance in distances.values()]
