from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, choose, clamp, coin, mechanism, one_added_or_removed


@mechanism(epsilon="log(1 + (exp(eps) - 1) / 3)", requires="top >= 0")
def coin_sampled_choose(rows: Annotated[list[int], one_added_or_removed()], top: int, eps: Epsilon) -> int:
    """The exponential mechanism on the counts of a third of the rows."""
    counts = [0] * (top + 1)
    for row in rows:
        if coin(Fraction(1, 3)):
            counts[clamp(row, 0, top)] += 1
    return choose(counts, eps)
