"""Report-noisy-max, in other styles: the index of the largest score after noise; of equal ones, the first.

Claim: ε, as in `gallery/private/report_noisy_max.py`.
"""

from dataclasses import dataclass
from typing import Annotated, NamedTuple

from twinproof import Epsilon, each_within, laplace, mechanism


class Candidate(NamedTuple):
    position: int
    noisy: int


@dataclass(frozen=True)
class Winner:
    position: int


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def report_noisy_max_comprehension(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    """A list of noisy scores, and where its maximum stands."""
    noisy = [laplace(score, 2 / eps) for score in scores]
    return noisy.index(max(noisy))


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def report_noisy_max_argmax(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    """`max` over positions with a key."""
    noisy = [laplace(score, 2 / eps) for score in scores]
    return max(range(len(noisy)), key=lambda i: noisy[i])


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def report_noisy_max_enumerate(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    """`max` over pairs of position and noisy score with a key."""
    noisy = [laplace(score, 2 / eps) for score in scores]
    return max(enumerate(noisy), key=lambda pair: pair[1])[0]


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def report_noisy_max_pairs(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    """`max` over a generator of pairs; the position is negated, so that the first of equal ones wins."""
    best = max((laplace(score, 2 / eps), -i) for i, score in enumerate(scores))
    return -best[1]


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def report_noisy_max_sorted(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    """Positions sorted by noisy score, from the highest down; sorting keeps the order of equal ones."""
    noisy = [laplace(score, 2 / eps) for score in scores]
    return sorted(range(len(noisy)), key=lambda i: noisy[i], reverse=True)[0]


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def report_noisy_max_in_place(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    """A list of zeros is filled, then searched for its best position."""
    noisy = [0] * len(scores)
    for i, score in enumerate(scores):
        noisy[i] = laplace(score, 2 / eps)
    winner = 0
    for i in range(1, len(noisy)):
        if noisy[i] > noisy[winner]:
            winner = i
    return winner


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def report_noisy_max_dictionary(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    """A dictionary from positions to noisy scores."""
    noisy = {i: laplace(score, 2 / eps) for i, score in enumerate(scores)}
    return max(noisy, key=noisy.get)


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def report_noisy_max_records(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> Winner:
    """Records of position and noisy score, the best by a key; the result is a frozen dataclass."""
    candidates = [Candidate(i, laplace(score, 2 / eps)) for i, score in enumerate(scores)]
    best = max(candidates, key=lambda candidate: candidate.noisy)
    return Winner(best.position)


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def report_noisy_max_none(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    """The winner is None before the loop; an assertion says that it is not after it."""
    winner: int | None = None
    highest = 0
    for i, score in enumerate(scores):
        noisy = laplace(score, 2 / eps)
        if winner is None or noisy > highest:
            winner, highest = i, noisy
    assert winner is not None
    return winner


@mechanism(epsilon="eps")
def report_noisy_max_raises(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    """Raises on an empty list, where the others have a requirement."""
    if len(scores) == 0:
        raise ValueError("there is no score to report")
    noisy = [laplace(score, 2 / eps) for score in scores]
    return noisy.index(max(noisy))
