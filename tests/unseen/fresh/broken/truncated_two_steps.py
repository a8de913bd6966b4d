# Judged before running: middling.
from typing import Annotated

from twinproof import Epsilon, mechanism, truncated_laplace, within


@mechanism(epsilon="eps", delta="exp(-bound * eps / 2)", requires="bound >= 2")
def truncated_two_steps(rooms: Annotated[int, within(2)], bound: int, eps: Epsilon) -> int:
    """The bug: where the number moves by 2, two outputs at the end are impossible, and delta is for one.
    Witness: 0 and 2, eps 4, bound 2: the mass at -2 and -1 is about 0.117, and exp(-4) = 0.018."""
    return truncated_laplace(rooms, 2 / eps, bound)
