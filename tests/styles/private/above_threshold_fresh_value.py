"""Above Threshold that also tells the value it found with fresh noise, in other styles.

Claim: 2ε, as in `gallery/private/above_threshold_fresh_value.py`. The result is (−1, 0) or
None if nothing was above.
"""

from dataclasses import dataclass
from typing import Annotated, NamedTuple

from twinproof import Epsilon, each_within, laplace, mechanism


class Finding(NamedTuple):
    position: int
    value: int


@dataclass(frozen=True)
class Outcome:
    hit: int
    value: int


NOTHING = -1


@mechanism(epsilon="2 * eps")
def above_threshold_fresh_value_comprehension(
    answers: Annotated[list[int], each_within(1)],
    threshold: int,
    eps: Epsilon,
) -> tuple[int, int]:
    """All answers are compared in a comprehension, also those behind the first one above."""
    bar = laplace(threshold, 2 / eps)
    above = [laplace(answer, 4 / eps) >= bar for answer in answers]
    if True not in above:
        return -1, 0
    hit = above.index(True)
    return hit, laplace(answers[hit], 1 / eps)


@mechanism(epsilon="2 * eps")
def above_threshold_fresh_value_in_place(
    answers: Annotated[list[int], each_within(1)],
    threshold: int,
    eps: Epsilon,
) -> tuple[int, int]:
    """Values in a list of zeros, of which at most one is set; the result is looked up in it."""
    values = [0] * len(answers)
    bar = laplace(threshold, 2 / eps)
    hit = NOTHING
    for i, answer in enumerate(answers):
        if laplace(answer, 4 / eps) >= bar:
            values[i] += laplace(answer, 1 / eps)
            hit = i
            break
    return (hit, values[hit]) if hit != NOTHING else (NOTHING, 0)


@mechanism(epsilon="2 * eps")
def above_threshold_fresh_value_records(
    answers: Annotated[list[int], each_within(1)],
    threshold: int,
    eps: Epsilon,
) -> Finding | None:
    """A record, or None if nothing was above; returned from inside the loop."""
    bar = laplace(threshold, 2 / eps)
    for i, answer in enumerate(answers):
        if laplace(answer, 4 / eps) >= bar:
            return Finding(position=i, value=laplace(answer, 1 / eps))
    return None


@mechanism(epsilon="2 * eps")
def above_threshold_fresh_value_nested(
    answers: Annotated[list[int], each_within(1)],
    threshold: int,
    eps: Epsilon,
) -> Outcome:
    """The search is a function in the function that may give None; the result is a frozen dataclass."""

    def first_above() -> int | None:
        bar = laplace(threshold, 2 / eps)
        for i, answer in enumerate(answers):
            if laplace(answer, 4 / eps) >= bar:
                return i
        return None

    hit = first_above()
    if hit is None:
        return Outcome(NOTHING, 0)
    return Outcome(hit, laplace(answers[hit], 1 / eps))
