# Judged before running: middling.
from typing import Annotated, NamedTuple

from twinproof import Epsilon, clamp, gaussian, mechanism, one_added_or_removed


class Sale(NamedTuple):
    items: int
    online: bool


@mechanism(renyi=("alpha", "alpha * rho"), requires="alpha > 1")
def renyi_two_sums(
    sales: Annotated[list[Sale], one_added_or_removed()], alpha: Epsilon, rho: Epsilon
) -> tuple[int, int]:
    """Two Gaussian answers with alpha * rho / 2 each: a count of variance 1 / rho, a sum up to 10 of 100 / rho."""
    online = sum(int(sale.online) for sale in sales)
    items = sum(clamp(sale.items, 0, 10) for sale in sales)
    return gaussian(online, variance=1 / rho), gaussian(items, variance=100 / rho)
