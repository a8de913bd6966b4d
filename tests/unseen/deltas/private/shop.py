"""A method of a class with a threshold five above a base, and a record as the answer."""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, within


class Stock(NamedTuple):
    known: bool
    items: int


class Shop:
    def __init__(self, base: int, eps: Epsilon):
        self.base = base
        self.eps = eps

    @mechanism(epsilon="eps", delta="exp(-(base + 4) * eps) / 2", requires="base >= 0")
    def stock(self, items: Annotated[int, within(1)]) -> Stock:
        bar = self.base + 5
        if items > 0:
            noisy = laplace(items, 1 / self.eps)
            if noisy > bar:
                return Stock(True, noisy)
        return Stock(False, 0)
