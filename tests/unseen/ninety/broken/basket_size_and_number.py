"""The number of baskets and what is in them.

easy. The whole budget is spent twice. Witness: [] and [40]: loss 2 eps.
"""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed

MOST = 40


@mechanism(epsilon="eps")
def basket_size_and_number(baskets: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> tuple[int, int]:
    items = laplace(sum(clamp(b, 0, MOST) for b in baskets), MOST / eps)
    number = laplace(len(baskets), 1 / eps)
    return number, items // max(1, number)
