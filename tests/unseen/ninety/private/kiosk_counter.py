"""A small class that holds the cap and the budget, with the mechanism as its method.

easy. Each visit counts for 0 to cap purchases.
"""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


class Kiosk:
    def __init__(self, cap: int, eps: Epsilon):
        self.cap = cap
        self.eps = eps

    def capped(self, purchases):
        return clamp(purchases, 0, self.cap)

    @mechanism(epsilon="eps", requires="cap >= 1")
    def kiosk_counter(self, visits: Annotated[list[int], one_added_or_removed()]) -> int:
        return laplace(sum(self.capped(v) for v in visits), self.cap / self.eps)
