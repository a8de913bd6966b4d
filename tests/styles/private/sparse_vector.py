"""Sparse Vector with a cut-off, in other styles: above or below for each answer, until c were above.

Claim: ε, as in `gallery/private/sparse_vector.py`.
"""

from enum import Enum
from typing import Annotated, NamedTuple

from twinproof import Epsilon, each_within, laplace, mechanism


class Side(Enum):
    BELOW = "below"
    ABOVE = "above"


class Response(NamedTuple):
    question: int
    above: bool


class SparseVector:
    """What is public about a run: the threshold, the cut-off and the scales."""

    def __init__(self, threshold: int, c: int, eps: Epsilon) -> None:
        self.threshold = threshold
        self.c = c
        self.threshold_scale = 2 / eps
        self.answer_scale = 4 * c / eps

    def run(self, answers: list[int]) -> list[bool]:
        bar = laplace(self.threshold, self.threshold_scale)
        out: list[bool] = []
        hits = 0
        for answer in answers:
            above = laplace(answer, self.answer_scale) >= bar
            out.append(above)
            hits += int(above)
            if hits == self.c:
                break
        return out


@mechanism(epsilon="eps", requires="c >= 1")
def sparse_vector_generator(
    answers: Annotated[list[int], each_within(1)],
    threshold: int,
    c: int,
    eps: Epsilon,
) -> list[bool]:
    """Comparisons come from a generator, one draw at a time; the hits are counted in the output."""
    out: list[bool] = []
    bar = laplace(threshold, 2 / eps)
    for above in (laplace(answer, 4 * c / eps) >= bar for answer in answers):
        out.append(above)
        if sum(1 for hit in out if hit) == c:
            break
    return out


@mechanism(epsilon="eps", requires="c >= 1")
def sparse_vector_in_place(
    answers: Annotated[list[int], each_within(1)],
    threshold: int,
    c: int,
    eps: Epsilon,
) -> list[bool]:
    """A list of False that is set in place, and a slice of it as the result."""
    out = [False] * len(answers)
    bar = laplace(threshold, 2 / eps)
    left = c
    for i, answer in enumerate(answers):
        if laplace(answer, 4 * c / eps) >= bar:
            out[i] = True
            left -= 1
        if left == 0:
            return out[: i + 1]
    return out


@mechanism(epsilon="eps", requires="c >= 1")
def sparse_vector_enum(
    answers: Annotated[list[int], each_within(1)],
    threshold: int,
    c: int,
    eps: Epsilon,
) -> list[Side]:
    """The output is made of members of an Enum; a function in the function compares."""
    bar = laplace(threshold, 2 / eps)

    def side(answer: int) -> Side:
        return Side.ABOVE if laplace(answer, 4 * c / eps) >= bar else Side.BELOW

    out: list[Side] = []
    count = 0
    for answer in answers:
        out.append(side(answer))
        if out[-1] is Side.ABOVE:
            count += 1
            if count == c:
                break
    return out


@mechanism(epsilon="eps", requires="c >= 1")
def sparse_vector_records(
    answers: Annotated[list[int], each_within(1)],
    threshold: int,
    c: int,
    eps: Epsilon,
) -> list[Response]:
    """The output is made of records with the number of the question; the budget is split by subtraction."""
    eps_threshold = eps / 2
    eps_answers = eps - eps_threshold
    bar = laplace(threshold, 1 / eps_threshold)
    responses: list[Response] = []
    count = 0
    for number, answer in enumerate(answers):
        response = Response(number, above=laplace(answer, 2 * c / eps_answers) >= bar)
        responses.append(response)
        if response.above:
            count += 1
        if count == c:
            break
    return responses


@mechanism(epsilon="eps", requires="c >= 1")
def sparse_vector_class(
    answers: Annotated[list[int], each_within(1)],
    threshold: int,
    c: int,
    eps: Epsilon,
) -> list[bool]:
    """An object holds what is public, and its method runs."""
    return SparseVector(threshold, c, eps).run(answers)


@mechanism(epsilon="eps", requires="c >= 1")
def sparse_vector_eager(
    answers: Annotated[list[int], each_within(1)],
    threshold: int,
    c: int,
    eps: Epsilon,
) -> list[bool]:
    """All comparisons are made in a comprehension, and cut off behind the c-th hit."""
    bar = laplace(threshold, 2 / eps)
    above = [laplace(answer, 4 * c / eps) >= bar for answer in answers]
    hits = [i for i, hit in enumerate(above) if hit]
    return above if len(hits) < c else above[: hits[c - 1] + 1]
