"""Report noisy max with geometric noise, in other styles.

Claim: ε, as in `gallery/private/noisy_max_geometric.py`.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, each_within, geometric, mechanism


class Chosen(NamedTuple):
    position: int


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def noisy_max_geometric_key(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    """The position is found by a key."""
    noisy = [score + geometric(2 / eps) for score in scores]
    return max(range(len(noisy)), key=lambda i: noisy[i])


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def noisy_max_geometric_loop(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    """One pass, with the best so far."""
    best = 0
    highest = 0
    for i in range(len(scores)):
        noisy = scores[i] + geometric(2 / eps)
        if i == 0 or noisy > highest:
            best = i
            highest = noisy
    return best


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def noisy_max_geometric_records(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> Chosen:
    """The result is a record."""
    noisy = [score + geometric(2 / eps) for score in scores]
    return Chosen(noisy.index(max(noisy)))
