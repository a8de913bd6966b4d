"""A quarter of the budget tests x; the rest goes to x alone if the test was high, and is shared with y otherwise.

Why: The test costs eps / 4; each branch spends 3 eps / 4, once in one piece and once in two halves.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, within


@mechanism(epsilon="eps")
def rest_of_the_budget(
    x: Annotated[int, within(1)], y: Annotated[int, within(1)], limit: int, eps: Epsilon
) -> tuple[int, int]:
    first = eps / 4
    rest = eps - first
    if laplace(x, 1 / first) > limit:
        return laplace(x, 1 / rest), 0
    share = rest / 2
    return laplace(x, 1 / share), laplace(y, 1 / share)
