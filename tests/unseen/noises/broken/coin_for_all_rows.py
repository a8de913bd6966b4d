from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, coin, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="log(1 + (exp(eps) - 1) / 2)")
def coin_for_all_rows(rows: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    """WRONG: one coin for all rows amplifies nothing, since the answer tells how it fell."""
    if coin(Fraction(1, 2)):
        return laplace(len(rows), 1 / eps)
    return -(10**6)
