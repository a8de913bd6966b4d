"""Totals by pharmacy are cut after they are summed, and not each sale before. Witness: no sales against one of 1000
cents in the old town; its total moves by 1000, and the noise allows for 100."""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed

PHARMACIES = ("old town", "station", "harbour")
PER_SALE = 100


class Sale(NamedTuple):
    pharmacy: str
    cents: int
    prescribed: bool


def totals_of(sales):
    totals = {pharmacy: 0 for pharmacy in PHARMACIES}
    for sale in sales:
        if sale.pharmacy not in totals or sale.prescribed:
            continue
        totals[sale.pharmacy] += sale.cents
    return totals


@mechanism(epsilon="eps")
def pharmacy_spend_clip_late(sales: Annotated[list[Sale], one_added_or_removed()], eps: Epsilon) -> dict[str, int]:
    totals = totals_of(sales)
    clipped = {pharmacy: clamp(total, 0, 10 * PER_SALE) for pharmacy, total in totals.items()}
    return {pharmacy: laplace(total, PER_SALE / eps) for pharmacy, total in clipped.items()}
