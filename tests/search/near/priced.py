"""Counts of rows times public numbers that are not cut off as far as the noise asks: each claim is false."""

from typing import Annotated

from twinproof import Epsilon, choose, clamp, laplace, mechanism, one_added_or_removed

TOP = 20


@mechanism(epsilon="eps", requires="len(prices) >= 1")
def cut_one_too_high(bids: Annotated[list[int], one_added_or_removed()], prices: list[int], eps: Epsilon) -> int:
    """A price may be TOP + 1. It is told with a rate for TOP, and prices on both sides of a bid move apart."""
    capped = [clamp(price, -TOP - 1, TOP + 1) for price in prices]
    revenues = [price * sum(bid >= 0 for bid in bids) for price in capped]
    return capped[choose(revenues, eps / (2 * TOP))]


@mechanism(epsilon="eps", requires="len(prices) >= 1")
def cut_above_only(bids: Annotated[list[int], one_added_or_removed()], prices: list[int], eps: Epsilon) -> int:
    """A price below zero has no bound."""
    capped = [min(price, TOP) for price in prices]
    revenues = [price * sum(bid >= price for bid in bids) for price in capped]
    return capped[choose(revenues, eps / (2 * TOP))]


@mechanism(epsilon="eps", requires="0 <= k and k < len(factors)")
def factor_of_eight(
    rows: Annotated[list[int], one_added_or_removed()], factors: list[int], k: int, eps: Epsilon
) -> int:
    """Cut at −8, with noise for 7."""
    cut = [clamp(factor, -8, 7) for factor in factors]
    count = 0
    for row in rows:
        if row > 0:
            count += 1
    factor = cut[k]
    return laplace(factor * count, 7 / eps)


@mechanism(epsilon="eps", requires="0 <= k and k < len(factors)")
def read_before_it_is_cut(
    rows: Annotated[list[int], one_added_or_removed()], factors: list[int], k: int, eps: Epsilon
) -> int:
    """The list is cut, and what is read is what it was cut from."""
    cut = [clamp(factor, -7, 7) for factor in factors]
    factor = factors[k] if cut[k] > 0 else cut[k]
    return laplace(factor * len(rows), 7 / eps)
