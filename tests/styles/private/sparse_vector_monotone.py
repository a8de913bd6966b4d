"""Sparse Vector for counting queries, in other styles: half the noise on the answers.

Claim: ε, as in `gallery/private/sparse_vector_monotone.py`.
"""

from dataclasses import dataclass
from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@dataclass(frozen=True)
class Verdict:
    above: bool


class Bar:
    """A noisy threshold that was drawn once, and the scale of the noise on what is held against it."""

    def __init__(self, height: int, scale: Epsilon) -> None:
        self.height = height
        self.scale = scale

    def is_cleared(self, count: int) -> bool:
        return laplace(count, self.scale) >= self.height


@mechanism(epsilon="eps", requires="c >= 1")
def sparse_vector_monotone_generator(
    counts: Annotated[list[int], each_within(1, monotone=True)],
    threshold: int,
    c: int,
    eps: Epsilon,
) -> list[bool]:
    """Noisy counts come from a generator, one at a time."""
    bar = laplace(threshold, 2 / eps)
    verdicts: list[bool] = []
    remaining = c
    for noisy in (laplace(count, 2 * c / eps) for count in counts):
        verdicts.append(noisy >= bar)
        remaining -= 1 if noisy >= bar else 0
        if remaining == 0:
            break
    return verdicts


@mechanism(epsilon="eps", requires="c >= 1")
def sparse_vector_monotone_in_place(
    counts: Annotated[list[int], each_within(1, monotone=True)],
    threshold: int,
    c: int,
    eps: Epsilon,
) -> list[bool]:
    """A list of False that is set in place, and a slice of it as the result."""
    bar = laplace(threshold, 2 / eps)
    verdicts = [False] * len(counts)
    asked = hits = 0
    while asked < len(counts) and hits < c:
        verdicts[asked] = laplace(counts[asked], 2 * c / eps) >= bar
        if verdicts[asked]:
            hits += 1
        asked += 1
    return verdicts[:asked]


@mechanism(epsilon="eps", requires="c >= 1")
def sparse_vector_monotone_records(
    counts: Annotated[list[int], each_within(1, monotone=True)],
    threshold: int,
    c: int,
    eps: Epsilon,
) -> list[Verdict]:
    """The output is made of frozen dataclasses, and the hits are counted in it."""
    bar = laplace(threshold, 2 / eps)
    verdicts: list[Verdict] = []
    for count in counts:
        verdicts.append(Verdict(above=laplace(count, 2 * c / eps) >= bar))
        if len([verdict for verdict in verdicts if verdict.above]) == c:
            return verdicts
    return verdicts


@mechanism(epsilon="eps", requires="c >= 1")
def sparse_vector_monotone_strings(
    counts: Annotated[list[int], each_within(1, monotone=True)],
    threshold: int,
    c: int,
    eps: Epsilon,
) -> list[str]:
    """The output is made of texts; an object holds the bar."""
    bar = Bar(laplace(threshold, 2 / eps), 2 * c / eps)
    verdicts: list[str] = []
    remaining = c
    for count in counts:
        verdict = "above" if bar.is_cleared(count) else "below"
        verdicts.append(verdict)
        if verdict == "above":
            remaining -= 1
        if remaining == 0:
            break
    return verdicts


@mechanism(epsilon="eps", requires="c >= 1")
def sparse_vector_monotone_eager(
    counts: Annotated[list[int], each_within(1, monotone=True)],
    threshold: int,
    c: int,
    eps: Epsilon,
) -> list[bool]:
    """All comparisons are made in a comprehension; a verdict is kept where fewer than c were above before it."""
    bar = laplace(threshold, 2 / eps)
    above = [laplace(count, 2 * c / eps) >= bar for count in counts]
    return [hit for i, hit in enumerate(above) if sum(1 for earlier in above[:i] if earlier) < c]
