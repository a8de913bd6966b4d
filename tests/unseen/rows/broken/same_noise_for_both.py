"""WRONG: one draw hides two counts, and their difference is exact."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps")
def same_noise_for_both(ages: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> tuple[int, int]:
    noise = laplace(0, 1 / eps)
    young = len([a for a in ages if a < 18])
    old = len([a for a in ages if a >= 18])
    return young + noise, old + noise
