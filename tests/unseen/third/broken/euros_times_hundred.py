"""Donations are cut to 500 euros and then counted in cents, and the noise is for 500. Witness: no rows against one of
500 euros; the sum moves by 50000, and the loss is a hundred times eps."""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed

MAX_DONATION = 500


@mechanism(epsilon="eps")
def euros_times_hundred(euros: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    cents = 0
    for donation in euros:
        cents += 100 * clamp(donation, 0, MAX_DONATION)
    return laplace(cents, MAX_DONATION / eps)
