from typing import Annotated

import twinproof as tp

OVERLOAD = "overload"


@tp.mechanism(epsilon="eps")
def any_overload(loads: Annotated[list[int], tp.each_within(1)], limit: int, eps: tp.Epsilon) -> str:
    """Is any load above the limit? any() stops at the first noisy load above the noisy limit, which makes this Above
    Threshold with the index forgotten: eps / 2 for the limit and 2 * eps / 4 for the load."""
    noisy_limit = tp.laplace(limit, 2 / eps)
    if any(tp.laplace(load, 4 / eps) > noisy_limit for load in loads):
        return OVERLOAD
    return "fine"
