"""How many different dishes were ordered, of a known number of orders. One order is replaced: a dish may go and another
may come, so the number moves by at most 1, and not by 2."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_changed


@mechanism(epsilon="eps")
def distinct_dishes(orders: Annotated[list[int], one_changed()], eps: Epsilon) -> int:
    return laplace(len(set(orders)), 1 / eps)
