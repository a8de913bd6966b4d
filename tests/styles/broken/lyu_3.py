"""Sparse Vector that releases the noisy answers it compared, in other styles. Not private.

Claim: ε, which does not hold, as in `gallery/broken/lyu_3.py`. The output says for each answer whether it was above,
and for those that were what the noisy answer was.
"""

from dataclasses import dataclass
from typing import Annotated, NamedTuple

from twinproof import Epsilon, each_within, laplace, mechanism


class Answer(NamedTuple):
    """An answer as it is released; the value of one that was below is 0."""

    above: bool
    value: int


@dataclass(frozen=True)
class Released:
    above: list[bool]
    values: list[int]


@mechanism(epsilon="eps", requires="c >= 1")
def lyu_3_generator(
    answers: Annotated[list[int], each_within(1)],
    threshold: int,
    c: int,
    eps: Epsilon,
) -> tuple[list[bool], list[int]]:
    """Noisy answers come from a generator, one at a time."""
    above: list[bool] = []
    values: list[int] = []
    noisy_threshold = laplace(threshold, 2 / eps)
    for noisy in (laplace(answer, 2 * c / eps) for answer in answers):
        above.append(noisy >= noisy_threshold)
        if above[-1]:
            values.append(noisy)
        if len(values) == c:
            break
    return above, values


@mechanism(epsilon="eps", requires="c >= 1")
def lyu_3_in_place(
    answers: Annotated[list[int], each_within(1)],
    threshold: int,
    c: int,
    eps: Epsilon,
) -> tuple[list[bool], list[int]]:
    """Flags and values in lists that are filled in place, and cut off by slices."""
    above = [False] * len(answers)
    values = [0] * c
    asked = given = 0
    noisy_threshold = laplace(threshold, 2 / eps)
    while asked < len(answers) and given < c:
        noisy = laplace(answers[asked], 2 * c / eps)
        if noisy >= noisy_threshold:
            above[asked] = True
            values[given] = noisy
            given += 1
        asked += 1
    return above[:asked], values[:given]


@mechanism(epsilon="eps", requires="c >= 1")
def lyu_3_records(
    answers: Annotated[list[int], each_within(1)],
    threshold: int,
    c: int,
    eps: Epsilon,
) -> list[Answer]:
    """A list of records, in which the hits are counted."""
    released: list[Answer] = []
    noisy_threshold = laplace(threshold, 2 / eps)
    for answer in answers:
        noisy = laplace(answer, 2 * c / eps)
        released.append(Answer(True, noisy) if noisy >= noisy_threshold else Answer(False, 0))
        if sum(1 for given in released if given.above) == c:
            break
    return released


@mechanism(epsilon="eps", requires="c >= 1")
def lyu_3_dataclass(
    answers: Annotated[list[int], each_within(1)],
    threshold: int,
    c: int,
    eps: Epsilon,
) -> Released:
    """The result is a frozen dataclass with two lists in it; a nested function gives None for what is below."""
    noisy_threshold = laplace(threshold, 2 / eps)

    def value(answer: int) -> int | None:
        noisy = laplace(answer, 2 * c / eps)
        return noisy if noisy >= noisy_threshold else None

    above: list[bool] = []
    values: list[int] = []
    for answer in answers:
        found = value(answer)
        above.append(found is not None)
        if found is None:
            continue
        values.append(found)
        if len(values) == c:
            break
    return Released(above, values)
