"""Votes for three parties, counted in a dictionary.

Claim: ε, when one vote may come or go.

Source: ordinary code.

Coupling: a vote counts for one party, whose count moves by 1. All noisy counts equal: 1 unit of ε.
"""

from enum import Enum
from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


class Party(Enum):
    RED = 1
    GREEN = 2
    BLUE = 3


@mechanism(epsilon="eps")
def histogram_dictionary(votes: Annotated[list[Party], one_added_or_removed()], eps: Epsilon) -> dict[Party, int]:
    tally = {party: 0 for party in Party}  # noqa: C420
    for vote in votes:
        tally[vote] += 1
    return {party: laplace(count, 1 / eps) for party, count in tally.items()}
