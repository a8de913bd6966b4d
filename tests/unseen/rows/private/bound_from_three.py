"""Three public bounds are tried with a noisy count each; the first that few rows exceed is taken."""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="4 * eps")
def bound_from_three(spent: Annotated[list[int], one_added_or_removed()], few: int, eps: Epsilon) -> int:
    chosen = 1000
    for bound in (1000, 100, 10):
        above = len([s for s in spent if s > bound])
        if laplace(above, 1 / eps) <= few:
            chosen = bound
    total = 0
    for s in spent:
        total += clamp(s, 0, chosen)
    return laplace(total, chosen / eps)
