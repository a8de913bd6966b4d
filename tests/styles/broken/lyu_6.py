"""Sparse Vector without a cut-off, in other styles. Not private.

Claim: ε, which does not hold, as in `gallery/broken/lyu_6.py`.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


class Side(Enum):
    BELOW = 0
    ABOVE = 1


@dataclass(frozen=True)
class Decision:
    above: bool


class Gate:
    """A bar that is drawn when the gate is made, and the scale of the noise on what is compared with it."""

    def __init__(self, threshold: int, eps: Epsilon) -> None:
        self.bar = laplace(threshold, 2 / eps)
        self.scale = 2 / eps

    def admits(self, answer: int) -> bool:
        return laplace(answer, self.scale) >= self.bar


@mechanism(epsilon="eps")
def lyu_6_comprehension(answers: Annotated[list[int], each_within(1)], threshold: int, eps: Epsilon) -> list[bool]:
    """One comprehension that draws and compares."""
    bar = laplace(threshold, 2 / eps)
    return [laplace(answer, 2 / eps) >= bar for answer in answers]


@mechanism(epsilon="eps")
def lyu_6_in_place(answers: Annotated[list[int], each_within(1)], threshold: int, eps: Epsilon) -> list[bool]:
    """Noisy answers and flags in lists that are filled in place."""
    bar = laplace(threshold, 2 / eps)
    noisy = list(answers)
    above = [False] * len(answers)
    for i in range(len(answers)):
        noisy[i] += laplace(0, 2 / eps)
        above[i] = noisy[i] >= bar
    return above


@mechanism(epsilon="eps")
def lyu_6_enum(answers: Annotated[list[int], each_within(1)], threshold: int, eps: Epsilon) -> list[Side]:
    """Members of an Enum."""
    bar = laplace(threshold, 2 / eps)
    decisions: list[Side] = []
    for answer in answers:
        noisy = laplace(answer, 2 / eps)
        decisions.append(Side.ABOVE if noisy >= bar else Side.BELOW)
    return decisions


@mechanism(epsilon="eps")
def lyu_6_records(answers: Annotated[list[int], each_within(1)], threshold: int, eps: Epsilon) -> list[Decision]:
    """Frozen dataclasses, decided by an object that holds the bar."""
    gate = Gate(threshold, eps)
    return [Decision(above=gate.admits(answer)) for answer in answers]


@mechanism(epsilon="eps")
def lyu_6_zip(answers: Annotated[list[int], each_within(1)], threshold: int, eps: Epsilon) -> list[bool]:
    """The noise is a list of its own, and added pair by pair."""
    bar = laplace(threshold, 2 / eps)
    noise = [laplace(0, 2 / eps) for _ in answers]
    return [answer + extra >= bar for answer, extra in zip(answers, noise)]
