"""Each number of items is multiplied by one public price, and the total is told.

Why: One number moves by at most 2, so the total moves by at most 2 * price.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


class Till:
    def __init__(self, price: int, eps: Epsilon):
        self.price = price
        self.eps = eps

    def worth(self, number):
        return self.price * number

    @mechanism(epsilon="eps", requires="price >= 1")
    def priced_items(self, items: Annotated[list[int], one_within(2)]) -> int:
        total, i = 0, 0
        while i < len(items):
            total = total + self.worth(items[i])
            i = i + 1
        return laplace(total, 2 * self.price / self.eps)
