from enum import Enum
from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, coin, laplace, mechanism, one_added_or_removed


class Kind(Enum):
    A = 0
    B = 1
    C = 2


@mechanism(epsilon="log(1 + (exp(eps) - 1) / 4)")
def coin_sampled_histogram(rows: Annotated[list[Kind], one_added_or_removed()], eps: Epsilon) -> dict[Kind, int]:
    """A histogram of a quarter of the rows."""
    counts = {Kind.A: 0, Kind.B: 0, Kind.C: 0}
    for row in rows:
        if coin(Fraction(1, 4)):
            counts[row] += 1
    return {kind: laplace(count, 1 / eps) for kind, count in counts.items()}
