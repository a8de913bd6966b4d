"""Adaptive Sparse Vector that releases the coarse noisy answer instead of its gap, in other styles. Not private.

Claim: ε, which does not hold, as in `gallery/broken/adaptive_sparse_vector_leak.py`.
"""

from dataclasses import dataclass
from typing import Annotated, NamedTuple

from twinproof import Epsilon, each_within, laplace, mechanism

MARGIN = 16
MISSED = -1


class Step(NamedTuple):
    shown: int
    cost: int


@dataclass(frozen=True)
class Budget:
    spent: int
    limit: int


class Scales:
    def __init__(self, c: int, eps: Epsilon) -> None:
        self.coarse = 8 * c / eps
        self.fine = 4 * c / eps


@mechanism(epsilon="eps", requires="c >= 1")
def adaptive_sparse_vector_leak_generator(
    answers: Annotated[list[int], each_within(1)],
    threshold: int,
    c: int,
    eps: Epsilon,
) -> list[int]:
    """A generator makes pairs of an answer and its coarse noise; what was spent is a sum."""
    bar = laplace(threshold, 2 / eps)
    out: list[int] = []
    costs: list[int] = []
    for answer, coarse in ((answer, laplace(answer, 8 * c / eps)) for answer in answers):
        if coarse - bar >= MARGIN:
            out.append(coarse)
            costs.append(1)
        else:
            fine = laplace(answer, 4 * c / eps)
            out.append(fine - bar if fine >= bar else MISSED)
            costs.append(2 if fine >= bar else 0)
        if sum(costs) > 2 * c - 2:
            break
    return out


@mechanism(epsilon="eps", requires="c >= 1")
def adaptive_sparse_vector_leak_in_place(
    answers: Annotated[list[int], each_within(1)],
    threshold: int,
    c: int,
    eps: Epsilon,
) -> list[int]:
    """The output starts as a list of −1, is set in place and cut off by a slice."""
    out = [MISSED] * len(answers)
    bar = laplace(threshold, 2 / eps)
    spent = 2 * c
    for i, answer in enumerate(answers):
        coarse = laplace(answer, 8 * c / eps)
        if coarse - bar >= MARGIN:
            out[i] = coarse
            spent += 1
        else:
            fine = laplace(answer, 4 * c / eps)
            if fine >= bar:
                out[i] = fine - bar
                spent += 2
        if spent > 4 * c - 2:
            return out[: i + 1]
    return out


@mechanism(epsilon="eps", requires="c >= 1")
def adaptive_sparse_vector_leak_records(
    answers: Annotated[list[int], each_within(1)],
    threshold: int,
    c: int,
    eps: Epsilon,
) -> list[int]:
    """A function in the function gives a record for one answer; scales and budget are objects too."""
    scales = Scales(c, eps)
    bar = laplace(threshold, 2 / eps)

    def step(answer: int) -> Step:
        coarse = laplace(answer, scales.coarse)
        if coarse - bar >= MARGIN:
            return Step(coarse, cost=1)
        fine = laplace(answer, scales.fine)
        return Step(fine - bar, cost=2) if fine >= bar else Step(MISSED, cost=0)

    out: list[int] = []
    budget = Budget(spent=2 * c, limit=4 * c)
    for answer in answers:
        if budget.spent + 2 > budget.limit:
            break
        taken = step(answer)
        out.append(taken.shown)
        budget = Budget(budget.spent + taken.cost, budget.limit)
    return out


@mechanism(epsilon="eps", requires="c >= 1")
def adaptive_sparse_vector_leak_nested(
    answers: Annotated[list[int], each_within(1)],
    threshold: int,
    c: int,
    eps: Epsilon,
) -> list[int]:
    """A function in the function gives what is shown and its cost as a pair; the rest of the budget goes down."""
    bar = laplace(threshold, 2 / eps)

    def look(answer: int) -> tuple[int, int]:
        coarse = laplace(answer, 8 * c / eps)
        if coarse - bar >= MARGIN:
            return coarse, 1
        fine = laplace(answer, 4 * c / eps)
        return (fine - bar, 2) if fine >= bar else (MISSED, 0)

    out: list[int] = []
    rest = 2 * c
    for answer in answers:
        shown, cost = look(answer)
        out += [shown]
        rest -= cost
        if rest < 2:
            break
    return out
