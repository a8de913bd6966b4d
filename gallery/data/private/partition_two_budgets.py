"""Two disjoint parts with a budget each: the claim is the larger one.

Claim: max(ε_day, ε_night), when one row may come or go.

Source: McSherry, "Privacy Integrated Queries", SIGMOD 2009 (parallel composition).

Coupling: a call is by day or by night, so only one of the two counts moves, by 1: 1 unit of ε_day or of ε_night.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


class Call(NamedTuple):
    hour: int
    urgent: bool


def by_day(call: Call) -> bool:
    return 8 <= call.hour < 20


@mechanism(epsilon="max(eps_day, eps_night)")
def partition_two_budgets(
    calls: Annotated[list[Call], one_added_or_removed()],
    eps_day: Epsilon,
    eps_night: Epsilon,
) -> tuple[int, int]:
    day = sum(call.urgent for call in calls if by_day(call))
    night = sum(call.urgent for call in calls if not by_day(call))
    return laplace(day, 1 / eps_day), laplace(night, 1 / eps_night)
