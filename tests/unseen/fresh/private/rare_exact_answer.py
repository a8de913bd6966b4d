# Judged before running: middling.
from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, coin, laplace, mechanism, within


@mechanism(epsilon="eps", delta="1 / 1000")
def rare_exact_answer(total: Annotated[int, within(1)], eps: Epsilon) -> int:
    """Once in a thousand runs the total is told as it is; delta pays for that."""
    if coin(Fraction(1, 1000)):
        return total
    return laplace(total, 1 / eps)
