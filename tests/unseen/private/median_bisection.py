from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(epsilon="eps", requires="rounds >= 1 and low < high")
def median_bisection(
    xs: Annotated[list[int], one_within(1000)], low: int, high: int, rounds: int, eps: Epsilon
) -> tuple[int, int]:
    """Median by bisection: each round asks one noisy count of sensitivity 1 at eps / rounds, and the next question depends
    only on the noisy answers so far."""

    def noisy_below(value):
        return laplace(sum(1 for x in xs if x < value), rounds / eps)

    left, right = low, high
    for _ in range(rounds):
        middle = (left + right) // 2
        if noisy_below(middle) <= len(xs) // 2:
            left = middle
        else:
            right = middle
    return left, right
