"""Filter, map and add up, each step a list of its own."""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


class Bill(NamedTuple):
    year: int
    cents: int
    paid: bool


@mechanism(epsilon="eps")
def pipeline_of_lists(bills: Annotated[list[Bill], one_added_or_removed()], year: int, eps: Epsilon) -> int:
    of_year = [bill for bill in bills if bill.year == year]
    unpaid = [bill for bill in of_year if not bill.paid]
    euros = [bill.cents // 100 for bill in unpaid]
    clipped = [max(0, min(e, 500)) for e in euros]
    return laplace(sum(clipped), 500 / eps)
