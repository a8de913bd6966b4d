"""Total spending for each category, with each purchase cut off at a public limit.

Claim: ε, when one row may come or go.

Source: ordinary code.

Coupling: the purchase that comes or goes moves the total of its own category by at most `limit`; equal noisy totals
cost at most `limit` units of ε/limit there, and nothing elsewhere.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


class Category(Enum):
    FOOD = 0
    HOUSING = 1
    TRAVEL = 2


@dataclass(frozen=True)
class Purchase:
    category: Category
    cents: int


@mechanism(epsilon="eps", requires="limit >= 1")
def group_by_sum(
    purchases: Annotated[list[Purchase], one_added_or_removed()],
    limit: int,
    eps: Epsilon,
) -> dict[Category, int]:
    totals = {category: 0 for category in Category}  # noqa: C420
    for purchase in purchases:
        totals[purchase.category] += clamp(purchase.cents, 0, limit)
    for category in Category:
        totals[category] = laplace(totals[category], limit / eps)
    return totals
