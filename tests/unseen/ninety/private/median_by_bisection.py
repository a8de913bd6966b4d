"""The median of a data set of known size, by noisy bisection in a fixed number of rounds.

middling. Each of the rounds costs eps / rounds.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_changed


@mechanism(epsilon="eps", requires="rounds >= 1")
def median_by_bisection(
    incomes: Annotated[list[int], one_changed()], lo: int, hi: int, rounds: int, eps: Epsilon
) -> int:
    left, right = lo, hi
    r = 0
    while r < rounds:
        mid = (left + right) // 2
        below = laplace(sum(1 for income in incomes if income <= mid), rounds / eps)
        if 2 * below < len(incomes):
            left = mid
        else:
            right = mid
        r += 1
    return (left + right) // 2
