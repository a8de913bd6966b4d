"""Tries up to three times to get a noisy count above a limit, and counts failed tries as free.

Wrong: The failed tries are told by their number, and each costs eps. It shows on 6 and 5 with the limit 0.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, within


@mechanism(epsilon="eps")
def refund_when_low(count: Annotated[int, within(1)], limit: int, eps: Epsilon) -> tuple[int, int]:
    tries = 0
    noisy = limit
    while tries < 3 and noisy <= limit:
        noisy = laplace(count, 1 / eps)
        tries += 1
    return tries, noisy
