"""One row in ten is looked at, so a tenth of epsilon is claimed.

middling. It is log(1 + (exp(eps) - 1) / 10), which is more. Witness: [] and [0], eps 1: 0.159 where 0.1 is claimed.
"""

from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, coin, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps / 10")
def tenth_of_the_epsilon(logins: Annotated[list[int], one_added_or_removed()], limit: int, eps: Epsilon) -> int:
    late = 0
    for login in logins:
        if not coin(Fraction(1, 10)):
            continue
        if login >= limit:
            late += 1
    return laplace(late, 1 / eps)
