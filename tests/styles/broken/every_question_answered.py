"""All questions are answered with the whole budget, in other styles. Not private as claimed.

Claim: ε, which does not hold, as in `gallery/broken/every_question_answered.py`.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, clamp, each_within, mechanism, randomized_choice


class Told(NamedTuple):
    values: int
    responses: list[int]


@mechanism(epsilon="eps", requires="k >= 1")
def every_question_answered_loop(answers: Annotated[list[int], each_within("k - 1")], k: int, eps: Epsilon) -> list[int]:
    """A list that grows, and values brought into their range by min and max."""
    told = []
    for answer in answers:
        told.append(randomized_choice(min(max(answer, 0), k - 1), k, eps))
    return told


@mechanism(epsilon="eps", requires="k >= 1")
def every_question_answered_in_place(
    answers: Annotated[list[int], each_within("k - 1")], k: int, eps: Epsilon
) -> list[int]:
    """A list of zeros that is set in place."""
    told = [0] * len(answers)
    for i in range(len(answers)):
        told[i] = randomized_choice(clamp(answers[i], 0, k - 1), k, eps)
    return told


@mechanism(epsilon="eps", requires="k >= 1")
def every_question_answered_records(answers: Annotated[list[int], each_within("k - 1")], k: int, eps: Epsilon) -> Told:
    """The result is a record, which also has the number of values."""
    return Told(k, [randomized_choice(clamp(answer, 0, k - 1), k, eps) for answer in answers])
