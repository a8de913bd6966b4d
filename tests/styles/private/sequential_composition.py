"""Sequential composition, adaptively, in other styles: the first noisy answer decides which question is asked second.

Claim: ε_look + ε_answer, as in `gallery/private/sequential_composition.py`; and ε for one noisy count.
"""

from enum import Enum
from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, within


class Question(Enum):
    VISITS = 0
    ADMISSIONS = 1


class Noisy(NamedTuple):
    amount: int


class Report(NamedTuple):
    rough: int
    detail: int


class Desk:
    """Answers questions about one number at one price."""

    def __init__(self, eps: Epsilon) -> None:
        self.eps = eps

    def answer(self, number: int) -> int:
        return laplace(number, 1 / self.eps)


@mechanism(epsilon="eps")
def noisy_count_records(count: Annotated[int, within(1)], eps: Epsilon) -> Noisy:
    """The result is a record."""
    return Noisy(laplace(count, 1 / eps))


@mechanism(epsilon="eps")
def noisy_count_nested(count: Annotated[int, within(1)], eps: Epsilon) -> int:
    """A function in the function draws noise around 0."""

    def noise() -> int:
        return laplace(0, 1 / eps)

    return count + noise()


@mechanism(epsilon="eps")
def noisy_count_class(count: Annotated[int, within(1)], eps: Epsilon) -> int:
    """A small object holds the price."""
    return Desk(eps).answer(count)


@mechanism(epsilon="eps_look + eps_answer")
def sequential_composition_records(
    visits: Annotated[int, within(1)],
    admissions: Annotated[int, within(1)],
    busy: int,
    eps_look: Epsilon,
    eps_answer: Epsilon,
) -> Report:
    """A mechanism that gives records is called twice; the result is a record."""
    rough = noisy_count_records(visits, eps_look)
    detail = noisy_count_records(admissions if rough.amount >= busy else visits, eps_answer)
    return Report(rough=rough.amount, detail=detail.amount)


@mechanism(epsilon="eps_look + eps_answer")
def sequential_composition_enum(
    visits: Annotated[int, within(1)],
    admissions: Annotated[int, within(1)],
    busy: int,
    eps_look: Epsilon,
    eps_answer: Epsilon,
) -> Report:
    """Questions are members of an Enum; a function in the function asks them."""

    def ask(question: Question, eps: Epsilon) -> int:
        return laplace(visits if question is Question.VISITS else admissions, 1 / eps)

    rough = ask(Question.VISITS, eps_look)
    second = Question.ADMISSIONS if rough >= busy else Question.VISITS
    return Report(rough, ask(second, eps_answer))


@mechanism(epsilon="eps_look + eps_answer")
def sequential_composition_dictionary(
    visits: Annotated[int, within(1)],
    admissions: Annotated[int, within(1)],
    busy: int,
    eps_look: Epsilon,
    eps_answer: Epsilon,
) -> tuple[int, int]:
    """The two counts in a dictionary with public keys; the second question is a text."""
    counts = {"visits": visits, "admissions": admissions}
    rough = laplace(counts["visits"], 1 / eps_look)
    question = "admissions" if rough >= busy else "visits"
    return rough, laplace(counts[question], 1 / eps_answer)


@mechanism(epsilon="eps_look + eps_answer")
def sequential_composition_in_place(
    visits: Annotated[int, within(1)],
    admissions: Annotated[int, within(1)],
    busy: int,
    eps_look: Epsilon,
    eps_answer: Epsilon,
) -> list[int]:
    """Counts in a list, the second one picked by position; answers are set in place."""
    counts = [visits, admissions]
    answers = [0] * 2
    answers[0] = laplace(counts[0], 1 / eps_look)
    answers[1] = laplace(counts[1 if answers[0] >= busy else 0], 1 / eps_answer)
    return answers


@mechanism(epsilon="eps_look + eps_answer")
def sequential_composition_class(
    visits: Annotated[int, within(1)],
    admissions: Annotated[int, within(1)],
    busy: int,
    eps_look: Epsilon,
    eps_answer: Epsilon,
) -> tuple[int, int]:
    """Two small objects, one for each price."""
    look, desk = Desk(eps_look), Desk(eps_answer)
    rough = look.answer(visits)
    if rough >= busy:
        return rough, desk.answer(admissions)
    return rough, desk.answer(visits)


@mechanism(epsilon="eps", requires="spent < eps")
def sequential_composition_budget(
    visits: Annotated[int, within(1)],
    admissions: Annotated[int, within(1)],
    busy: int,
    spent: Epsilon,
    eps: Epsilon,
) -> tuple[int, int]:
    """One budget for both: what the first answer leaves over goes into the second."""
    rough = laplace(visits, 1 / spent)
    rest = eps - spent
    detail = laplace(admissions if rough >= busy else visits, 1 / rest)
    return rough, detail
