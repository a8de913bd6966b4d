# Judged before running: easy.
from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps")
def cents_as_euros(receipts: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> Fraction:
    """The bug: a receipt counts for 5 euros, and the scale is for one.
    Witness: [] and [500] with output 0: 5 eps."""
    cents = 0
    for receipt in receipts:
        cents += clamp(receipt, 0, 500)
    return laplace(Fraction(cents, 100), 1 / eps, grid=100)
