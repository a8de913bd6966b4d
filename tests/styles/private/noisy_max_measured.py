"""Noisy max, and then its score with noise, in other styles.

Claim: (ε²/2 + ρ)-zCDP, as in `gallery/private/noisy_max_measured.py`.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, each_within, gaussian, laplace, mechanism

class Measured(NamedTuple):
    index: int
    score: int


@mechanism(zcdp="eps * eps / 2 + rho", requires="len(scores) >= 1")
def noisy_max_measured_comprehension(
    scores: Annotated[list[int], each_within(1)], eps: Epsilon, rho: Epsilon
) -> tuple[int, int]:
    """All noisy scores first."""
    noisy = [laplace(score, 2 / eps) for score in scores]
    best = 0
    for i in range(len(noisy)):
        if noisy[i] > noisy[best]:
            best = i
    return best, gaussian(scores[best], variance=1 / (2 * rho))


@mechanism(zcdp="eps * eps / 2 + rho", requires="len(scores) >= 1")
def noisy_max_measured_enumerate(
    scores: Annotated[list[int], each_within(1)], eps: Epsilon, rho: Epsilon
) -> tuple[int, int]:
    """A loop over positions and scores."""
    best = 0
    highest = 0
    for i, score in enumerate(scores):
        noisy = laplace(score, 2 / eps)
        if i == 0 or noisy > highest:
            best = i
            highest = noisy
    return best, gaussian(scores[best], variance=1 / (2 * rho))


@mechanism(zcdp="eps * eps / 2 + rho", requires="len(scores) >= 1")
def noisy_max_measured_records(
    scores: Annotated[list[int], each_within(1)], eps: Epsilon, rho: Epsilon
) -> Measured:
    """The result is a record."""
    best = 0
    highest = 0
    for i in range(len(scores)):
        noisy = laplace(scores[i], 2 / eps)
        if i == 0 or noisy > highest:
            best, highest = i, noisy
    return Measured(best, gaussian(scores[best], variance=1 / (2 * rho)))
