# Judged before running: middling.
from typing import Annotated

from twinproof import Epsilon, choose, mechanism, one_added_or_removed

PRICES = (1, 2, 5, 10)


@mechanism(epsilon="eps")
def auction_price(bids: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    """A digital auction: a bid raises each revenue by 10 at most and lowers none, so rate eps / 10 is enough."""
    revenue = [price * sum(1 for bid in bids if bid >= price) for price in PRICES]
    return PRICES[choose(revenue, eps / 10)]
