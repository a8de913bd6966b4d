"""The value of the first n orders. An order more may push one out of the first n; both are between 0 and cap, so the
sum moves by cap at most."""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps", requires="n >= 1 and cap >= 1")
def first_orders(orders: Annotated[list[int], one_added_or_removed()], n: int, cap: int, eps: Epsilon) -> int:
    total = sum(clamp(order, 0, cap) for order in orders[:n])
    return laplace(total, cap / eps)
