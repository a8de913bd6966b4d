"""One pass over the rows for each member of an enum."""

from dataclasses import dataclass
from enum import Enum
from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


class Blood(Enum):
    A = 0
    B = 1
    AB = 2
    ZERO = 3


@dataclass(frozen=True)
class Donor:
    group: Blood
    year: int


@mechanism(epsilon="eps")
def blood_groups(donors: Annotated[list[Donor], one_added_or_removed()], since: int, eps: Epsilon) -> list[int]:
    out = []
    for group in Blood:
        n = 0
        for donor in donors:
            if donor.year >= since and donor.group == group:
                n += 1
        out.append(laplace(n, 1 / eps))
    return out
