"""The Exponential mechanism with one-sided noise of scale 1/ε, in other styles. Not private as claimed.

Claim: ε, which does not hold, as in `gallery/broken/exponential_mechanism_half_noise.py`.
"""

from dataclasses import dataclass
from typing import Annotated

from twinproof import Database, Epsilon, Score, mechanism, one_sided_laplace, sensitivity


@dataclass(frozen=True)
class Candidate:
    response: int
    noisy: int


@mechanism(epsilon="eps", requires="responses >= 1")
def exponential_mechanism_half_noise_comprehension(
    d: Database,
    score: Annotated[Score, sensitivity(1)],
    responses: int,
    eps: Epsilon,
) -> int:
    """A list of noisy scores, and the argmax by a key."""
    noisy = [one_sided_laplace(score(d, r), 1 / eps) for r in range(1, responses + 1)]
    return max(range(responses), key=lambda i: noisy[i]) + 1


@mechanism(epsilon="eps", requires="responses >= 1")
def exponential_mechanism_half_noise_pairs(
    d: Database,
    score: Annotated[Score, sensitivity(1)],
    responses: int,
    eps: Epsilon,
) -> int:
    """`max` over a generator of pairs (noisy score, −response)."""
    best = max((one_sided_laplace(score(d, r), 1 / eps), -r) for r in range(1, responses + 1))
    return -best[1]


@mechanism(epsilon="eps", requires="responses >= 1")
def exponential_mechanism_half_noise_in_place(
    d: Database,
    score: Annotated[Score, sensitivity(1)],
    responses: int,
    eps: Epsilon,
) -> int:
    """A list of zeros that is filled in place, with the best position so far."""
    noisy = [0] * responses
    best = 0
    for i in range(responses):
        noisy[i] = one_sided_laplace(score(d, i + 1), 1 / eps)
        if noisy[i] > noisy[best]:
            best = i
    return best + 1


@mechanism(epsilon="eps", requires="responses >= 1")
def exponential_mechanism_half_noise_records(
    d: Database,
    score: Annotated[Score, sensitivity(1)],
    responses: int,
    eps: Epsilon,
) -> int:
    """Frozen dataclasses of response and noisy score, the best by a key; a nested function makes them."""

    def candidate(response: int) -> Candidate:
        return Candidate(response, noisy=one_sided_laplace(score(d, response), 1 / eps))

    candidates = [candidate(r) for r in range(1, responses + 1)]
    return max(candidates, key=lambda entry: entry.noisy).response
