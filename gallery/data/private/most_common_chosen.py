"""The most common option, drawn by the exponential mechanism: the likelier the more rows have it.

Claim: ε, when one row is added or removed.

Source: McSherry, Talwar, "Mechanism Design via Differential Privacy", FOCS 2007; Near, Abuah, "Programming Differential
Privacy", the chapter on the exponential mechanism.

Coupling: the same option. One count is one higher on one side, and none is lower: rate ε rather than ε/2.
"""

from enum import Enum
from typing import Annotated

from twinproof import Epsilon, choose, mechanism, one_added_or_removed


class Status(Enum):
    SINGLE = "single"
    MARRIED = "married"
    DIVORCED = "divorced"
    WIDOWED = "widowed"


OPTIONS = (Status.SINGLE, Status.MARRIED, Status.DIVORCED, Status.WIDOWED)


@mechanism(epsilon="eps")
def most_common_chosen(rows: Annotated[list[Status], one_added_or_removed()], eps: Epsilon) -> Status:
    scores = [sum(1 for row in rows if row == option) for option in OPTIONS]
    return OPTIONS[choose(scores, eps)]
