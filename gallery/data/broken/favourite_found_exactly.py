"""The most common kind, found exactly, with its noisy count. Not private as claimed.

Claim: ε, when one row may come or go. It does not hold, and no other bound does.

Source: ordinary code.

What is wrong: there is noise on the count, and none on which kind it is the count of.

A violating pair: the rows () against (SOUP). Without rows the first of all kinds is named, which is BREAD.
"""

from enum import Enum
from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


class Dish(Enum):
    BREAD = "bread"
    SOUP = "soup"
    FISH = "fish"


@mechanism(epsilon="eps")
def favourite_found_exactly(orders: Annotated[list[Dish], one_added_or_removed()], eps: Epsilon) -> tuple[Dish, int]:
    counts = {dish: 0 for dish in Dish}  # noqa: C420
    for order in orders:
        counts[order] += 1
    favourite = max(counts, key=counts.get)
    return favourite, laplace(counts[favourite], 1 / eps)
