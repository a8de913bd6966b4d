from enum import Enum
from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, coin, laplace, mechanism, one_added_or_removed


class Kind(Enum):
    A = 0
    B = 1
    C = 2


@mechanism(epsilon="log(1 + (exp(eps) - 1) / 5)")
def coin_sampled_noisy_max(rows: Annotated[list[Kind], one_added_or_removed()], eps: Epsilon) -> int:
    """The most common kind of a fifth of the rows, by report noisy max for counts."""
    counts = [0, 0, 0]
    for row in rows:
        if coin(Fraction(1, 5)):
            counts[row.value] += 1
    noisy = [laplace(count, 1 / eps) for count in counts]
    return noisy.index(max(noisy))
