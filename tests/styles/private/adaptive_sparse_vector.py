"""Adaptive Sparse Vector with gap, in other styles: coarse noise first, fine noise only where it is needed.

Claim: ε, as in `gallery/private/adaptive_sparse_vector.py`. A find gives its gap (0 or more), any other answer −1.
"""

from enum import Enum
from typing import Annotated, NamedTuple

from twinproof import Epsilon, each_within, laplace, mechanism

MARGIN = 16


class Price(Enum):
    NOTHING = 0
    COARSE = 1
    FINE = 2


class Step(NamedTuple):
    gap: int
    cost: int


class Meter:
    """The scales, and how much may be spent: 4c units of ε/(4c)."""

    def __init__(self, c: int, eps: Epsilon) -> None:
        self.coarse = 8 * c / eps
        self.fine = 4 * c / eps
        self.limit = 4 * c

    def has_room(self, spent: int) -> bool:
        return spent + 2 <= self.limit


@mechanism(epsilon="eps", requires="c >= 1")
def adaptive_sparse_vector_generator(
    answers: Annotated[list[int], each_within(1)],
    threshold: int,
    c: int,
    eps: Epsilon,
) -> list[int]:
    """A generator makes pairs of an answer and its coarse noise; what was spent is a sum over the output's costs."""
    bar = laplace(threshold, 2 / eps)
    out: list[int] = []
    costs: list[int] = []
    for answer, coarse in ((answer, laplace(answer, 8 * c / eps)) for answer in answers):
        if coarse - bar >= MARGIN:
            out.append(coarse - bar)
            costs.append(1)
        else:
            fine = laplace(answer, 4 * c / eps)
            out.append(fine - bar if fine >= bar else -1)
            costs.append(2 if fine >= bar else 0)
        if sum(costs) > 2 * c - 2:
            break
    return out


@mechanism(epsilon="eps", requires="c >= 1")
def adaptive_sparse_vector_in_place(
    answers: Annotated[list[int], each_within(1)],
    threshold: int,
    c: int,
    eps: Epsilon,
) -> list[int]:
    """The output starts as a list of −1, is set in place and cut off at the end by a slice."""
    out = [-1] * len(answers)
    bar = laplace(threshold, 2 / eps)
    spent = 2 * c
    asked = 0
    while asked < len(answers) and spent <= 4 * c - 2:
        coarse = laplace(answers[asked], 8 * c / eps)
        if coarse - bar >= MARGIN:
            out[asked] = coarse - bar
            spent += 1
        else:
            fine = laplace(answers[asked], 4 * c / eps)
            if fine >= bar:
                out[asked] = fine - bar
                spent += 2
        asked += 1
    return out[:asked]


@mechanism(epsilon="eps", requires="c >= 1")
def adaptive_sparse_vector_records(
    answers: Annotated[list[int], each_within(1)],
    threshold: int,
    c: int,
    eps: Epsilon,
) -> list[int]:
    """A function in the function gives a record of gap and cost for one answer."""
    bar = laplace(threshold, 2 / eps)

    def step(answer: int) -> Step:
        coarse = laplace(answer, 8 * c / eps)
        if coarse - bar >= MARGIN:
            return Step(gap=coarse - bar, cost=1)
        fine = laplace(answer, 4 * c / eps)
        if fine >= bar:
            return Step(gap=fine - bar, cost=2)
        return Step(gap=-1, cost=0)

    out: list[int] = []
    spent = 2 * c
    for answer in answers:
        if spent > 4 * c - 2:
            break
        taken = step(answer)
        out.append(taken.gap)
        spent += taken.cost
    return out


@mechanism(epsilon="eps", requires="c >= 1")
def adaptive_sparse_vector_enum(
    answers: Annotated[list[int], each_within(1)],
    threshold: int,
    c: int,
    eps: Epsilon,
) -> list[int]:
    """An Enum says what an answer has cost, and an object holds the scales; an assertion states the budget."""
    meter = Meter(c, eps)
    bar = laplace(threshold, 2 / eps)
    spent = 2 * c
    out: list[int] = []
    for answer in answers:
        if not meter.has_room(spent):
            break
        gap = laplace(answer, meter.coarse) - bar
        price = Price.COARSE
        if gap < MARGIN:
            gap = laplace(answer, meter.fine) - bar
            price = Price.FINE if gap >= 0 else Price.NOTHING
        if price == Price.NOTHING:
            out.append(-1)
            continue
        out.append(gap)
        spent += 1 if price == Price.COARSE else 2
    assert spent <= 4 * c
    return out
