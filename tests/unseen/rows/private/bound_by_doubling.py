"""A clipping bound is doubled until few rows seem to be above it; then the clipped sum."""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="2 * eps", requires="rounds >= 0")
def bound_by_doubling(
    spent: Annotated[list[int], one_added_or_removed()], few: int, rounds: int, eps: Epsilon
) -> tuple[int, int]:
    bar = laplace(few, 2 / eps)
    bound = 1
    for _ in range(rounds):
        above = sum(1 for s in spent if s > bound)
        if laplace(above, 4 / eps) <= bar:
            break
        bound *= 2
    return bound, laplace(sum(clamp(s, 0, bound) for s in spent), bound / eps)
