"""WRONG: the clipping bound is doubled until the true number above is small."""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps")
def bound_found_exactly(spent: Annotated[list[int], one_added_or_removed()], few: int, rounds: int, eps: Epsilon) -> tuple[int, int]:
    bound = 1
    for _ in range(rounds):
        if sum(1 for s in spent if s > bound) <= few:
            break
        bound *= 2
    return bound, laplace(sum(clamp(s, 0, bound) for s in spent), bound / eps)
