# Judged before running: middling.
from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, coin, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="log(1 + (exp(eps) - 1) / 10)")
def one_coin_for_all(rows: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int | None:
    """The bug: amplification by sampling is claimed, and one coin takes all rows or none.
    Witness: [] and [1] with output 0: the loss is eps, as the coin is in both probabilities."""
    if coin(Fraction(9, 10)):
        return None
    return laplace(len(rows), 1 / eps)
