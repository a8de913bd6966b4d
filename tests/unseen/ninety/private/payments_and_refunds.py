"""The balance of payments and refunds, each between -200 and 200.

easy. One booking more or less moves the sum by 200 at most.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed

CAP = 200


@mechanism(epsilon="eps")
def payments_and_refunds(bookings: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    balance = sum(max(-CAP, min(b, CAP)) for b in bookings)
    return laplace(balance, CAP / eps)
