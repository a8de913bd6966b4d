"""Half of the budget tests x; if the test is high, the rest is spent on x and on y.

Wrong: The rest is spent twice, so the branch costs eps. It shows on x = y = 0 and x = y = 1.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, within


@mechanism(epsilon="eps")
def rest_given_twice(
    x: Annotated[int, within(1)], y: Annotated[int, within(1)], limit: int, eps: Epsilon
) -> tuple[int, int]:
    rest = eps / 2
    if laplace(x, 2 / eps) > limit:
        return laplace(x, 1 / rest), laplace(y, 1 / rest)
    return limit, limit
