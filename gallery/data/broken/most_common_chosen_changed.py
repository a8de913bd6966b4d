"""The most common kind by the exponential mechanism, at the rate for counts. Not private as claimed.

Claim: ε, when one row is replaced. It does not hold; 2ε does.

Source: McSherry, Talwar, "Mechanism Design via Differential Privacy", FOCS 2007, out of its conditions.

What is wrong: a row that is replaced lowers one count and raises another, so the rate must be ε/2.

A violating pair: the rows A and B against two rows B, and the output 0. With ε = 1 the loss is 1.37.
"""

from enum import Enum
from typing import Annotated

from twinproof import Epsilon, choose, mechanism, one_changed


class Kind(Enum):
    A = 0
    B = 1
    C = 2


@mechanism(epsilon="eps")
def most_common_chosen_changed(rows: Annotated[list[Kind], one_changed()], eps: Epsilon) -> int:
    return choose([sum(1 for row in rows if row == kind) for kind in Kind], eps)
