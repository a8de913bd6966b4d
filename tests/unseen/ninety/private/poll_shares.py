"""Shares of the parties in a poll, from noisy counts that were cut at zero.

middling. Shares, the cut and the tie with zero are post-processing of a histogram.
"""

from enum import Enum, auto
from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


class Party(Enum):
    LEFT = auto()
    CENTRE = auto()
    RIGHT = auto()


@mechanism(epsilon="eps")
def poll_shares(votes: Annotated[list[Party], one_added_or_removed()], eps: Epsilon) -> list[Fraction]:
    noisy = []
    for party in Party:
        noisy.append(max(0, laplace(sum(1 for vote in votes if vote is party), 1 / eps)))
    total = sum(noisy)
    if total == 0:
        return [Fraction(1, 3) for _ in Party]
    return [Fraction(n, total) for n in noisy]
