"""WRONG: the totals by shop are clipped, and not the sales; a sale may be as large as it likes, and two shops move."""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, clamp, laplace, mechanism, one_changed


class Sale(NamedTuple):
    shop: int
    amount: int


@mechanism(epsilon="eps", requires="shops >= 1")
def group_totals_clipped(sales: Annotated[list[Sale], one_changed()], shops: int, eps: Epsilon) -> list[int]:
    totals = [0] * shops
    for sale in sales:
        if 0 <= sale.shop < shops:
            totals[sale.shop] += sale.amount
    return [laplace(clamp(t, 0, 1000), 100 / eps) for t in totals]
