"""The total of all payments, where each person has three at most and each counts for 20 at most.

Why: The rows of one person add between 0 and 60 to the total.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, clamp, laplace, mechanism, one_user_added_or_removed


class Payment(NamedTuple):
    who: str
    amount: int


@mechanism(epsilon="eps")
def spending_per_user(
    payments: Annotated[list[Payment], one_user_added_or_removed("who", rows=3)], eps: Epsilon
) -> int:
    total = 0
    for payment in payments:
        total += clamp(payment.amount, 0, 20)
    return laplace(total, 60 / eps)
