# Judged before running: middling.
from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps")
def cents_on_a_grid(receipts: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> Fraction:
    """A total in euros on a grid of cents: a receipt counts for 5 euros at most."""
    cents = sum(clamp(receipt, 0, 500) for receipt in receipts)
    return laplace(Fraction(cents, 100), 5 / eps, grid=100)
