"""Above Threshold that returns as soon as it can, in other styles.

Claim: ε, as in `gallery/private/above_threshold_early_return.py`. The result is an index, or None if nothing was above.
"""

from dataclasses import dataclass
from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@dataclass(frozen=True)
class Search:
    found: bool
    position: int


class Gate:
    """A bar that was drawn once, and the scale of the noise on what is compared with it."""

    def __init__(self, threshold: int, eps: Epsilon) -> None:
        self.bar = laplace(threshold, 2 / eps)
        self.scale = 4 / eps

    def admits(self, answer: int) -> bool:
        return laplace(answer, self.scale) >= self.bar


@mechanism(epsilon="eps")
def above_threshold_early_return_generator(
    answers: Annotated[list[int], each_within(1)],
    threshold: int,
    eps: Epsilon,
) -> int | None:
    """A generator draws one noisy answer at a time, as the loop asks for it."""
    bar = laplace(threshold, 2 / eps)
    for i, noisy in enumerate(laplace(answer, 4 / eps) for answer in answers):
        if noisy >= bar:
            return i
    return None


@mechanism(epsilon="eps")
def above_threshold_early_return_in_place(
    answers: Annotated[list[int], each_within(1)],
    threshold: int,
    eps: Epsilon,
) -> int:
    """A list of flags, set while nothing is above; the number of flags that are set is the result."""
    bar = laplace(threshold, 2 / eps)
    below = [False] * len(answers)
    for i, answer in enumerate(answers):
        if laplace(answer, 4 / eps) >= bar:
            break
        below[i] = True
    return sum(1 for flag in below if flag)


@mechanism(epsilon="eps")
def above_threshold_early_return_nested(
    answers: Annotated[list[int], each_within(1)],
    threshold: int,
    eps: Epsilon,
) -> int | None:
    """A function in the function compares with the bar; None if nothing was above."""
    bar = laplace(threshold, 2 / eps)

    def is_above(answer: int) -> bool:
        return laplace(answer, 4 / eps) >= bar

    for i, answer in enumerate(answers):
        if is_above(answer):
            return i
    return None


@mechanism(epsilon="eps")
def above_threshold_early_return_records(
    answers: Annotated[list[int], each_within(1)],
    threshold: int,
    eps: Epsilon,
) -> Search:
    """The result is a frozen dataclass."""
    bar = laplace(threshold, 2 / eps)
    for i, answer in enumerate(answers):
        if laplace(answer, 4 / eps) >= bar:
            return Search(found=True, position=i)
    return Search(found=False, position=len(answers))


@mechanism(epsilon="eps")
def above_threshold_early_return_class(
    answers: Annotated[list[int], each_within(1)],
    threshold: int,
    eps: Epsilon,
) -> int | None:
    """A small object holds the bar, which it draws when it is made."""
    gate = Gate(threshold, eps)
    for i, answer in enumerate(answers):
        if gate.admits(answer):
            return i
    return None


@mechanism(epsilon="eps")
def above_threshold_early_return_eager(
    answers: Annotated[list[int], each_within(1)],
    threshold: int,
    eps: Epsilon,
) -> int | None:
    """All noise is drawn before the search, also what an early return would never have drawn."""
    bar = laplace(threshold, 2 / eps)
    hits = [i for i, answer in enumerate(answers) if laplace(answer, 4 / eps) >= bar]
    return hits[0] if len(hits) > 0 else None
