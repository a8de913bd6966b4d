"""A class that holds the budget and answers by methods."""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


class Survey:
    def __init__(self, cap: int, eps: Epsilon):
        self.cap = cap
        self.eps = eps

    def clipped(self, x: int) -> int:
        return clamp(x, 0, self.cap)

    @mechanism(epsilon="eps", requires="cap >= 1")
    def counter_class(self, rows: Annotated[list[int], one_added_or_removed()]) -> int:
        return laplace(sum(self.clipped(x) for x in rows), self.cap / self.eps)
