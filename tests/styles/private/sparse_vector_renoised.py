"""Sparse Vector with a new noisy threshold after each hit, in other styles.

Claim: ε, as in `gallery/private/sparse_vector_renoised.py`.
"""

from enum import Enum
from typing import Annotated, NamedTuple

from twinproof import Epsilon, each_within, laplace, mechanism


class Side(Enum):
    BELOW = 0
    ABOVE = 1


class Round(NamedTuple):
    bar: int
    hits: int


class Noise:
    """The scales for c hits."""

    def __init__(self, c: int, eps: Epsilon) -> None:
        self.threshold = 2 * c / eps
        self.answer = 4 * c / eps


@mechanism(epsilon="eps", requires="c >= 1")
def sparse_vector_renoised_comprehension(
    answers: Annotated[list[int], each_within(1)],
    threshold: int,
    c: int,
    eps: Epsilon,
) -> list[bool]:
    """All c noisy thresholds are drawn at the start, also those that are never used."""
    bars = [laplace(threshold, 2 * c / eps) for _ in range(c)]
    out: list[bool] = []
    hits = 0
    for answer in answers:
        above = laplace(answer, 4 * c / eps) >= bars[hits]
        out.append(above)
        hits += int(above)
        if hits == c:
            break
    return out


@mechanism(epsilon="eps", requires="c >= 1")
def sparse_vector_renoised_in_place(
    answers: Annotated[list[int], each_within(1)],
    threshold: int,
    c: int,
    eps: Epsilon,
) -> list[bool]:
    """A list of False that is set in place, and a slice of it as the result."""
    out = [False] * len(answers)
    hits = 0
    bar = laplace(threshold, 2 * c / eps)
    for i, answer in enumerate(answers):
        if laplace(answer, 4 * c / eps) >= bar:
            out[i] = True
            hits += 1
            if hits == c:
                return out[: i + 1]
            bar = laplace(threshold, 2 * c / eps)
    return out


@mechanism(epsilon="eps", requires="c >= 1")
def sparse_vector_renoised_enum(
    answers: Annotated[list[int], each_within(1)],
    threshold: int,
    c: int,
    eps: Epsilon,
) -> list[Side]:
    """The output is made of members of an Enum; functions in the function draw."""
    noise = Noise(c, eps)

    def new_bar() -> int:
        return laplace(threshold, noise.threshold)

    out: list[Side] = []
    hits = 0
    bar = new_bar()
    for answer in answers:
        if laplace(answer, noise.answer) < bar:
            out.append(Side.BELOW)
            continue
        out.append(Side.ABOVE)
        hits += 1
        if hits == c:
            break
        bar = new_bar()
    return out


@mechanism(epsilon="eps", requires="c >= 1")
def sparse_vector_renoised_records(
    answers: Annotated[list[int], each_within(1)],
    threshold: int,
    c: int,
    eps: Epsilon,
) -> list[str]:
    """A record holds the bar and the hits of a round; the output is made of texts."""
    current = Round(bar=laplace(threshold, 2 * c / eps), hits=0)
    out: list[str] = []
    for answer in answers:
        if laplace(answer, 4 * c / eps) < current.bar:
            out.append("below")
        else:
            out.append("above")
            if current.hits + 1 == c:
                return out
            current = Round(laplace(threshold, 2 * c / eps), current.hits + 1)
    return out
