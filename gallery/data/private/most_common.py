"""The most common kind, by noisy counts; noise of scale 1/ε is enough, as a row moves one count only.

Claim: ε, when one row may come or go.

Source: Dwork, Roth, "The Algorithmic Foundations of Differential Privacy", 2014, section 3.3 (Report Noisy Max).

Coupling: all noisy counts are made equal. One of them moves, by 1: 1 unit of ε. The winner is computed from these.
"""

from enum import Enum
from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


class Status(Enum):
    SINGLE = 0
    MARRIED = 1
    DIVORCED = 2
    WIDOWED = 3


@mechanism(epsilon="eps")
def most_common(people: Annotated[list[Status], one_added_or_removed()], eps: Epsilon) -> Status:
    winner = Status.SINGLE
    highest: int | None = None
    for status in Status:
        noisy = laplace(sum(person == status for person in people), 1 / eps)
        if highest is None or noisy > highest:
            winner, highest = status, noisy
    return winner
