"""Counts of rows times public numbers that were cut off into a list before. All keep their claims."""

from typing import Annotated

from twinproof import Epsilon, choose, clamp, laplace, mechanism, one_added_or_removed, one_changed, permute_and_flip

TOP = 20


@mechanism(epsilon="eps", requires="len(prices) >= 1")
def best_price(bids: Annotated[list[int], one_added_or_removed()], prices: list[int], eps: Epsilon) -> int:
    """The list is told at the position that was chosen."""
    allowed: list[int] = []
    for price in prices:
        allowed.append(max(0, min(price, TOP)))
    revenues: list[int] = []
    for price in allowed:
        buyers = 0
        for bid in bids:
            if bid >= price:
                buyers += 1
        revenues.append(price * buyers)
    chosen = choose(revenues, eps / (2 * TOP))
    return allowed[chosen]


@mechanism(epsilon="eps", requires="len(fees) >= 1")
def fee_for_members(members: Annotated[list[int], one_added_or_removed()], fees: list[int], eps: Epsilon) -> int:
    """By the position in the list, and the fee that is told is one more."""
    asked = [clamp(fee, 1, 10) for fee in fees]
    takings = []
    for i in range(len(asked)):
        fee = asked[i]
        paying = sum(1 for member in members if member != 0)
        takings.append(fee * paying)
    return asked[permute_and_flip(takings, eps / 20)] + 1


@mechanism(epsilon="eps", requires="0 <= k and k < len(factors)")
def one_of_the_factors(
    rows: Annotated[list[int], one_added_or_removed()], factors: list[int], k: int, eps: Epsilon
) -> int:
    """No choice: one factor is read, and the list is cut at both ends."""
    cut = [clamp(factor, -7, 7) for factor in factors]
    count = 0
    for row in rows:
        if row > 0:
            count += 1
    factor = cut[k]
    return laplace(factor * count, 7 / eps)


@mechanism(epsilon="eps", requires="len(prices) >= 1")
def price_if_one_is_changed(bids: Annotated[list[int], one_changed()], prices: list[int], eps: Epsilon) -> int:
    """A bid that is changed may cross any price, in either direction."""
    capped = [clamp(price, 0, TOP) for price in prices]
    revenues = [price * sum(bid >= price for bid in bids) for price in capped]
    return capped[choose(revenues, eps / (2 * TOP))]
