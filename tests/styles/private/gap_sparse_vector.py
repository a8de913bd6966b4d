"""Sparse Vector with gap, in other styles.

Claim: ε, as in `gallery/private/gap_sparse_vector.py`. A find gives its gap (0 or more), any other answer −1;
it ends at the c-th gap.
"""

from dataclasses import dataclass
from typing import Annotated, NamedTuple

from twinproof import Epsilon, each_within, laplace, mechanism

BELOW = -1


class Gap(NamedTuple):
    found: bool
    size: int


@dataclass(frozen=True)
class Progress:
    asked: int
    found: int


@mechanism(epsilon="eps", requires="c >= 1")
def gap_sparse_vector_generator(
    answers: Annotated[list[int], each_within(1)],
    threshold: int,
    c: int,
    eps: Epsilon,
) -> list[int]:
    """Gaps come from a generator, one draw at a time; the finds are counted in what was put out."""
    bar = laplace(threshold, 2 / eps)
    gaps: list[int] = []
    for gap in (laplace(answer, 4 * c / eps) - bar for answer in answers):
        gaps.append(max(gap, BELOW))
        if len([g for g in gaps if g >= 0]) == c:
            break
    return gaps


@mechanism(epsilon="eps", requires="c >= 1")
def gap_sparse_vector_in_place(
    answers: Annotated[list[int], each_within(1)],
    threshold: int,
    c: int,
    eps: Epsilon,
) -> list[int]:
    """A list of −1 that is set in place, and a slice of it as the result."""
    bar = laplace(threshold, 2 / eps)
    gaps = [BELOW] * len(answers)
    found = 0
    for i, answer in enumerate(answers):
        noisy = laplace(answer, 4 * c / eps)
        if noisy >= bar:
            gaps[i] = noisy - bar
            found += 1
            if found == c:
                return gaps[: i + 1]
    return gaps


@mechanism(epsilon="eps", requires="c >= 1")
def gap_sparse_vector_records(
    answers: Annotated[list[int], each_within(1)],
    threshold: int,
    c: int,
    eps: Epsilon,
) -> list[Gap]:
    """A list of records as the result; a function in the function compares."""
    bar = laplace(threshold, 2 / eps)

    def compare(answer: int) -> Gap:
        gap = laplace(answer, 4 * c / eps) - bar
        return Gap(True, gap) if gap >= 0 else Gap(False, 0)

    gaps: list[Gap] = []
    left = c
    for answer in answers:
        gap = compare(answer)
        gaps.append(gap)
        if gap.found:
            left -= 1
        if left == 0:
            break
    return gaps


@mechanism(epsilon="eps", requires="c >= 1")
def gap_sparse_vector_dataclass(
    answers: Annotated[list[int], each_within(1)],
    threshold: int,
    c: int,
    eps: Epsilon,
) -> list[int]:
    """How far it is stands in a frozen dataclass, made anew for each answer."""
    bar = laplace(threshold, 2 / eps)
    gaps: list[int] = []
    progress = Progress(asked=0, found=0)
    while progress.asked < len(answers) and progress.found < c:
        noisy = laplace(answers[progress.asked], 4 * c / eps)
        above = noisy >= bar
        gaps.append(noisy - bar if above else BELOW)
        progress = Progress(progress.asked + 1, progress.found + int(above))
    return gaps


@mechanism(epsilon="eps", requires="c >= 1")
def gap_sparse_vector_eager(
    answers: Annotated[list[int], each_within(1)],
    threshold: int,
    c: int,
    eps: Epsilon,
) -> list[int]:
    """All gaps are drawn in a comprehension and cut off behind the c-th find."""
    bar = laplace(threshold, 2 / eps)
    gaps = [max(laplace(answer, 4 * c / eps) - bar, BELOW) for answer in answers]
    finds = [i for i, gap in enumerate(gaps) if gap >= 0]
    return gaps if len(finds) < c else gaps[: finds[c - 1] + 1]
