"""The count and the takings are both released with all of eps, and eps is claimed for both. Witness: no rows against
one sale of cap; the output 0, 0 has a loss of twice eps."""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


class Sale(NamedTuple):
    cents: int
    returned: bool


class Report(NamedTuple):
    customers: int
    takings: int


class Store:
    def __init__(self, cap: int, eps: Epsilon):
        self.cap = cap
        self.eps = eps

    def release(self, value, sensitivity):
        return laplace(value, sensitivity / self.eps)

    @mechanism(epsilon="eps", requires="cap >= 1")
    def store_report_double(self, sales: Annotated[list[Sale], one_added_or_removed()]) -> Report:
        kept = [clamp(sale.cents, 0, self.cap) for sale in sales if not sale.returned]
        customers = self.release(len(kept), 1)
        takings = self.release(sum(kept), self.cap)
        return Report(customers=customers, takings=takings)
