# Judged before running: middling.
from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps", requires="rounds >= 1 and low < high")
def median_by_bisection(
    ages: Annotated[list[int], one_added_or_removed()], low: int, high: int, rounds: int, eps: Epsilon
) -> int:
    """Bisection by noisy counts: rounds + 1 counts of sensitivity 1 at eps / (rounds + 1) each."""
    scale = (rounds + 1) / eps
    half = laplace(len(ages), scale) // 2
    left, right = low, high
    for _ in range(rounds):
        middle = (left + right) // 2
        below = laplace(sum(1 for age in ages if age < middle), scale)
        if below < half:
            left = middle
        else:
            right = middle
    return (left + right) // 2
