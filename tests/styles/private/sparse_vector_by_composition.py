"""Sparse Vector as up to k runs of Above Threshold, in other styles: each search starts behind the last find.

Claim: k·ε, as in `gallery/private/sparse_vector_by_composition.py`; and ε for one search.
"""

from dataclasses import dataclass
from typing import Annotated, NamedTuple

from twinproof import Epsilon, each_within, laplace, mechanism


class Search(NamedTuple):
    found: bool
    position: int


@dataclass(frozen=True)
class Find:
    position: int


class Searcher:
    """What is public about all searches."""

    def __init__(self, threshold: int, eps: Epsilon) -> None:
        self.threshold = threshold
        self.eps = eps

    def first_above(self, answers: list[int], start: int) -> int | None:
        bar = laplace(self.threshold, 2 / self.eps)
        for i in range(start, len(answers)):
            if laplace(answers[i], 4 / self.eps) >= bar:
                return i
        return None


@mechanism(epsilon="eps", requires="start >= 0")
def above_threshold_slice(
    answers: Annotated[list[int], each_within(1)],
    threshold: int,
    start: int,
    eps: Epsilon,
) -> int | None:
    """A loop over a slice; None if nothing was above."""
    bar = laplace(threshold, 2 / eps)
    for i, answer in enumerate(answers[start:], start):
        if laplace(answer, 4 / eps) >= bar:
            return i
    return None


@mechanism(epsilon="eps", requires="start >= 0")
def above_threshold_eager(
    answers: Annotated[list[int], each_within(1)],
    threshold: int,
    start: int,
    eps: Epsilon,
) -> int | None:
    """All answers from start on are compared in a comprehension."""
    bar = laplace(threshold, 2 / eps)
    above = [laplace(answer, 4 / eps) >= bar for answer in answers[start:]]
    return start + above.index(True) if True in above else None


@mechanism(epsilon="eps", requires="start >= 0")
def above_threshold_records(
    answers: Annotated[list[int], each_within(1)],
    threshold: int,
    start: int,
    eps: Epsilon,
) -> Search:
    """The result is a record."""
    bar = laplace(threshold, 2 / eps)
    for i in range(start, len(answers)):
        if laplace(answers[i], 4 / eps) >= bar:
            return Search(True, i)
    return Search(False, len(answers))


@mechanism(epsilon="k * eps", requires="k >= 0")
def sparse_vector_by_composition_none(
    answers: Annotated[list[int], each_within(1)],
    threshold: int,
    k: int,
    eps: Epsilon,
) -> list[int]:
    """The search over a slice gives None where it ends."""
    found: list[int] = []
    start = 0
    for _ in range(k):
        hit = above_threshold_slice(answers, threshold, start, eps)
        if hit is None:
            break
        found.append(hit)
        start = hit + 1
    return found


@mechanism(epsilon="k * eps", requires="k >= 0")
def sparse_vector_by_composition_eager(
    answers: Annotated[list[int], each_within(1)],
    threshold: int,
    k: int,
    eps: Epsilon,
) -> list[int]:
    """The search that compares all answers; the next one starts behind the last entry of the output."""
    found: list[int] = []
    while len(found) < k:
        hit = above_threshold_eager(answers, threshold, found[-1] + 1 if len(found) > 0 else 0, eps)
        if hit is None:
            return found
        found.append(hit)
    return found


@mechanism(epsilon="k * eps", requires="k >= 0")
def sparse_vector_by_composition_records(
    answers: Annotated[list[int], each_within(1)],
    threshold: int,
    k: int,
    eps: Epsilon,
) -> list[Find]:
    """The search gives a record, and the output is made of frozen dataclasses."""
    finds: list[Find] = []
    start = 0
    for _ in range(k):
        search = above_threshold_records(answers, threshold, start, eps)
        if not search.found:
            break
        finds.append(Find(search.position))
        start = search.position + 1
    return finds


@mechanism(epsilon="k * eps", requires="k >= 0")
def sparse_vector_by_composition_in_place(
    answers: Annotated[list[int], each_within(1)],
    threshold: int,
    k: int,
    eps: Epsilon,
) -> list[int]:
    """Flags at the positions found, set in place; the search is a function in the function."""

    def first_above(start: int) -> int:
        bar = laplace(threshold, 2 / eps)
        for i in range(start, len(answers)):
            if laplace(answers[i], 4 / eps) >= bar:
                return i
        return len(answers)

    is_found = [False] * len(answers)
    start = 0
    for _ in range(k):
        hit = first_above(start)
        if hit == len(answers):
            break
        is_found[hit] = True
        start = hit + 1
    return [i for i, flag in enumerate(is_found) if flag]


@mechanism(epsilon="k * eps", requires="k >= 0")
def sparse_vector_by_composition_class(
    answers: Annotated[list[int], each_within(1)],
    threshold: int,
    k: int,
    eps: Epsilon,
) -> list[int]:
    """An object holds what is public about the searches."""
    searcher = Searcher(threshold, eps)
    found: list[int] = []
    start = 0
    for _ in range(k):
        hit = searcher.first_above(answers, start)
        if hit is None:
            break
        found.append(hit)
        start = hit + 1
    return found
