"""The total of all payments, where each person has three at most and each counts for 20 at most.

Wrong: The noise is for one row and not for the three of a user. It shows on no rows and three rows of 20.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, clamp, laplace, mechanism, one_user_added_or_removed


class Payment(NamedTuple):
    who: str
    amount: int


@mechanism(epsilon="eps")
def visits_counted_once(
    payments: Annotated[list[Payment], one_user_added_or_removed("who", rows=3)], eps: Epsilon
) -> int:
    total = 0
    for payment in payments:
        total += clamp(payment.amount, 0, 20)
    return laplace(total, 20 / eps)
