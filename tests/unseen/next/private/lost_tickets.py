"""A total that moves by at most 3, with the difference of two geometric numbers of scale 3 / eps. That difference is
two-sided geometric noise of the same scale, so the loss is eps."""

from typing import Annotated

from twinproof import Epsilon, geometric, mechanism, within


@mechanism(epsilon="eps")
def lost_tickets(lost: Annotated[int, within(3)], eps: Epsilon) -> int:
    more = geometric(3 / eps)
    less = geometric(3 / eps)
    return lost + more - less
