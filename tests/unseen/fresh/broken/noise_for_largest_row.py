# Judged before running: middling.
from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps")
def noise_for_largest_row(payments: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    """The bug: noise for the largest payment that is there, which is private and makes the scale so.
    Witness: [] and [100], eps 1, output -50: e^-50 against e^-1.5 / 200."""
    kept = [clamp(payment, 0, 100) for payment in payments]
    largest = max(kept, default=0)
    return laplace(sum(kept), max(1, largest) / eps)
