"""Once in a thousand runs, by a coin, the exact count is told, and the claim has no delta. Witness: no rows against
one, eps = 1/100; the output 0 has a loss of 0.19."""

from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, coin, laplace, mechanism, one_added_or_removed

DEBUG_RATE = Fraction(1, 1000)


@mechanism(epsilon="eps")
def debug_never_free(rows: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    debug = coin(DEBUG_RATE)
    answer = len(rows)
    if not debug:
        answer = laplace(answer, 1 / eps)
    return answer
