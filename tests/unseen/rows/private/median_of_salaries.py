"""The candidate with the best noisy rank: twice the number below, minus all, moves by one."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps", requires="len(candidates) >= 1")
def median_of_salaries(
    salaries: Annotated[list[int], one_added_or_removed()], candidates: list[int], eps: Epsilon
) -> int:
    best, winner = None, 0
    for candidate in candidates:
        below = len([s for s in salaries if s < candidate])
        score = laplace(-abs(2 * below - len(salaries)), 2 / eps)
        if best is None or score > best:
            best = score
            winner = candidate
    return winner
