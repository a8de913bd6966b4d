"""Public orders are counted if their customer is a member. One member is one row, but may have any number of orders.
Witness: orders [7, 7, 7], members [] against [7]; the count moves by 3."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps")
def orders_of_members(members: Annotated[list[int], one_added_or_removed()], orders: list[int], eps: Epsilon) -> int:
    matched = 0
    for customer in orders:
        if customer in members:
            matched += 1
    return laplace(matched, 1 / eps)
