"""Permute-and-flip over the sales of four products.

middling. A sale more or less moves one count, so all scores move in one direction: rate eps.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, mechanism, one_added_or_removed, permute_and_flip

PRODUCTS = ("bread", "milk", "eggs", "tea")


class Sale(NamedTuple):
    product: str
    pieces: int


@mechanism(epsilon="eps")
def most_sold_product(sales: Annotated[list[Sale], one_added_or_removed()], eps: Epsilon) -> str:
    counts = [sum(1 for sale in sales if sale.product == product) for product in PRODUCTS]
    return PRODUCTS[permute_and_flip(counts, eps)]
