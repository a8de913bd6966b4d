"""The purchases of each customer, at most two of them, added up; but the slice has three. Not private as claimed.

Claim: ε, when all rows of one customer may come or go. It does not hold; 3/2 · ε does.

Source: ordinary code; per-user bounds that are off by one.

What is wrong: `mine[: MOST + 1]` has one purchase too many.

A violating pair: customers = 1, cap = 1, no rows against three purchases of 1 by the customer 0. The totals are 0 and
3, the noise is for 2: the output 0 loses 3/2 · ε.
"""

from dataclasses import dataclass
from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_user_added_or_removed

MOST = 2


@dataclass(frozen=True)
class Purchase:
    customer: int
    amount: int


@mechanism(epsilon="eps", requires="cap >= 1")
def slice_one_too_long(
    purchases: Annotated[list[Purchase], one_user_added_or_removed("customer", rows=4)],
    customers: int,
    cap: int,
    eps: Epsilon,
) -> int:
    total = 0
    for customer in range(customers):
        mine = [purchase.amount for purchase in purchases if purchase.customer == customer]
        total += sum(clamp(amount, 0, cap) for amount in mine[: MOST + 1])
    return laplace(total, MOST * cap / eps)
