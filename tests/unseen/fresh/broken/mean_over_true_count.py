# Judged before running: easy.
from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps", requires="cap >= 1")
def mean_over_true_count(ages: Annotated[list[int], one_added_or_removed()], cap: int, eps: Epsilon) -> int:
    """The bug: the noisy sum is divided by the true number of rows, which is private here.
    Witness: [0] and [0, 0] with cap 1, eps 1 and output -20: noise of -20 against -40 or -39, so 19 and more."""
    n = len(ages)
    if n == 0:
        return 0
    return laplace(sum(clamp(age, 0, cap) for age in ages), cap / eps) // n
