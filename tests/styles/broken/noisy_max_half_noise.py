"""Report-noisy-max with the noise for counts, on scores that move any way, in other styles. Not private as claimed.

Claim: ε, which does not hold, as in `gallery/broken/noisy_max_half_noise.py`. Of equal ones, the first wins.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, each_within, laplace, mechanism


class Candidate(NamedTuple):
    position: int
    noisy: int


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def noisy_max_half_noise_comprehension(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    """A list of noisy scores, and where its maximum stands."""
    noisy = [laplace(score, 1 / eps) for score in scores]
    return noisy.index(max(noisy))


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def noisy_max_half_noise_key(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    """The noise is drawn in the key of `max`, once for each position."""
    return max(range(len(scores)), key=lambda i: laplace(scores[i], 1 / eps))


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def noisy_max_half_noise_enumerate(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    """`max` over pairs of position and noisy score, from a generator, with a key."""
    return max(enumerate(laplace(score, 1 / eps) for score in scores), key=lambda pair: pair[1])[0]


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def noisy_max_half_noise_in_place(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    """Noise is added in place to a copy of the scores; the winner is found by flags."""
    noisy = list(scores)
    for i in range(len(noisy)):
        noisy[i] += laplace(0, 1 / eps)
    wins = [all(other <= score for other in noisy) for score in noisy]
    return wins.index(True)


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def noisy_max_half_noise_records(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    """Records, sorted by noisy score from the highest down."""
    candidates = [Candidate(i, laplace(score, 1 / eps)) for i, score in enumerate(scores)]
    ranking = sorted(candidates, key=lambda candidate: -candidate.noisy)
    return ranking[0].position


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def noisy_max_half_noise_none(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    """The best record is None before the loop."""
    best: Candidate | None = None
    for i, score in enumerate(scores):
        candidate = Candidate(i, laplace(score, 1 / eps))
        if best is None or candidate.noisy > best.noisy:
            best = candidate
    if best is None:
        raise ValueError("there is no score to report")
    return best.position
