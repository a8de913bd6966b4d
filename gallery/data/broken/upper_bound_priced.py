"""A balance with entries between −50 and 20, and noise for 20. Not private as claimed.

Claim: ε, when one row may come or go. It does not hold; 5ε/2 does.

Source: ordinary code. Compare `gallery/data/private/clamped_sum_signed.py`.

What is wrong: an entry of −50 moves the balance by 50.

A violating pair: the rows () against (−50). The balances 0 and −50 get noise of scale 20/ε; the output 0 loses 5ε/2.
"""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed

LOWEST = -50
HIGHEST = 20


@mechanism(epsilon="eps")
def upper_bound_priced(amounts: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    balance = sum(clamp(amount, LOWEST, HIGHEST) for amount in amounts)
    return laplace(balance, HIGHEST / eps)
