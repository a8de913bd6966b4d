"""One count, answered k + 1 times with a k-th of the budget each, in other styles. Not private as claimed.

Claim: ε, which does not hold, as in `gallery/broken/composition_overspent.py`.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, within


class Answer(NamedTuple):
    number: int
    noisy: int


class Part:
    """A k-th of a budget."""

    def __init__(self, eps: Epsilon, k: int) -> None:
        self.eps = eps / k

    def answer(self, count: int) -> int:
        return laplace(count, 1 / self.eps)


@mechanism(epsilon="eps", requires="k >= 1")
def composition_overspent_comprehension(count: Annotated[int, within(1)], k: int, eps: Epsilon) -> list[int]:
    """One comprehension, over one number too many."""
    return [laplace(count, k / eps) for _ in range(k + 1)]


@mechanism(epsilon="eps", requires="k >= 1")
def composition_overspent_in_place(count: Annotated[int, within(1)], k: int, eps: Epsilon) -> list[int]:
    """The count k + 1 times in a list, to which noise is added in place."""
    answers = [count] * (k + 1)
    for i in range(len(answers)):
        answers[i] += laplace(0, k / eps)
    return answers


@mechanism(epsilon="eps", requires="k >= 1")
def composition_overspent_dictionary(count: Annotated[int, within(1)], k: int, eps: Epsilon) -> list[int]:
    """Answers in a dictionary by their numbers, from 0 up to k."""
    answers = {number: 0 for number in range(k + 1)}
    for number in range(k + 1):
        answers[number] = laplace(count, k / eps)
    return [noisy for _, noisy in answers.items()]


@mechanism(epsilon="eps", requires="k >= 1")
def composition_overspent_records(count: Annotated[int, within(1)], k: int, eps: Epsilon) -> list[Answer]:
    """A list of records, each answered by an object that holds a part of the budget."""
    part = Part(eps, k)
    answers: list[Answer] = []
    while len(answers) <= k:
        answers.append(Answer(len(answers), part.answer(count)))
    return answers
