"""A price is chosen by the revenue it would make, as in an auction of digital goods.

Why: A bid that comes or goes moves each revenue by the price, at most 20; rate eps / 40 costs eps.
"""

from typing import Annotated

from twinproof import Epsilon, choose, clamp, mechanism, one_added_or_removed

TOP = 20


@mechanism(epsilon="eps", requires="len(prices) >= 1")
def price_by_revenue(bids: Annotated[list[int], one_added_or_removed()], prices: list[int], eps: Epsilon) -> int:
    capped = [clamp(price, 0, TOP) for price in prices]
    revenues = [price * sum(bid >= price for bid in bids) for price in capped]
    return capped[choose(revenues, eps / (2 * TOP))]
