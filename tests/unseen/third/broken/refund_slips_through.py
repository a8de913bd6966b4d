"""What a customer spends is counted up to a cap, row by row, but a refund is not bounded from below. Witness: cap = 1,
no rows against one refund of -1000; the total moves by 1000."""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_user_added_or_removed


class Sale(NamedTuple):
    customer: int
    amount: int


@mechanism(epsilon="eps", requires="cap >= 1")
def refund_slips_through(
    sales: Annotated[list[Sale], one_user_added_or_removed("customer", rows=3)], cap: int, eps: Epsilon
) -> int:
    counted: dict[int, int] = {}
    total = 0
    for sale in sales:
        room = cap - counted.get(sale.customer, 0)
        amount = min(sale.amount, room)
        counted[sale.customer] = counted.get(sale.customer, 0) + amount
        total += amount
    return laplace(total, cap / eps)
