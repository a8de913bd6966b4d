"""The size of an intermediate result in a private database, padded with dummies so that it is never too small.

hard. Noise is cut at 0: that is all that is seen in one run only, and its mass is exp(-eps shift) / (1 + exp(-eps)).
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


class Order(NamedTuple):
    customer: int
    cents: int


@mechanism(epsilon="eps", delta="exp(-eps * shift) / (1 + exp(-eps))", requires="shift >= 1")
def padded_join_size(
    orders: Annotated[list[Order], one_added_or_removed()], least: int, shift: int, eps: Epsilon
) -> int:
    size = sum(1 for order in orders if order.cents >= least)
    dummies = max(0, laplace(shift, 1 / eps))
    return size + dummies
