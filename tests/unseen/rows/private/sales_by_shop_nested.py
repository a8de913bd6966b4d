"""A comprehension in a comprehension; a replaced row may leave one shop and enter another."""

from dataclasses import dataclass
from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_changed


@dataclass(frozen=True)
class Sale:
    shop: int
    amount: int


@mechanism(epsilon="eps", requires="cap >= 1")
def sales_by_shop_nested(sales: Annotated[list[Sale], one_changed()], shops: int, cap: int, eps: Epsilon) -> list[int]:
    return [
        laplace(sum(clamp(s.amount, 0, cap) for s in sales if s.shop == shop), 2 * cap / eps) for shop in range(shops)
    ]
