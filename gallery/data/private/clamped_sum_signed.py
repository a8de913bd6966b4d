"""The balance of an account book: each entry lies between a payment of 50 and a receipt of 20.

Claim: ε, when one row may come or go.

Source: ordinary code.

Coupling: a row that comes or goes moves the balance by its own size, at most 50 (and not by 50 + 20): 50 units of ε/50.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed

LOWEST = -50
HIGHEST = 20


def clipped(amount: int) -> int:
    if amount < LOWEST:
        return LOWEST
    if amount > HIGHEST:
        return HIGHEST
    return amount


@mechanism(epsilon="eps")
def clamped_sum_signed(amounts: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    balance = sum([clipped(amount) for amount in amounts])
    return laplace(balance, max(-LOWEST, HIGHEST) / eps)
