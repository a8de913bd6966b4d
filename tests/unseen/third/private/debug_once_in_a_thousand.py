"""A noisy count, and once in a thousand runs, by a coin, the exact one for debugging. That run is what delta pays for;
all others are eps-private."""

from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, coin, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps", delta="1 / 1000")
def debug_once_in_a_thousand(rows: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    exact = len(rows)
    if coin(Fraction(1, 1000)):
        return exact
    return laplace(exact, 1 / eps)
