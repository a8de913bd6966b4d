"""The upper quartile by bisection in a fixed number of rounds, with Gaussian noise. A row moves the sum of 1 for each
value below and -3 for each above by at most 3, so a round costs rho over the number of rounds."""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, one_added_or_removed


@mechanism(zcdp="rho", requires="rounds >= 1")
def upper_quartile_zcdp(values: Annotated[list[int], one_added_or_removed()], rounds: int, rho: Epsilon) -> int:
    low, high = 0, 1024
    for _ in range(rounds):
        middle = (low + high) // 2
        lean = sum(1 if value <= middle else -3 for value in values)
        if gaussian(lean, variance=9 * rounds / (2 * rho)) < 0:
            low = middle
        else:
            high = middle
    return high
