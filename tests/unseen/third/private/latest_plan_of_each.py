"""How many customers are on which plan now, from a log of changes with at most four rows for each customer. Only the
last row of a customer counts, so all rows of one move one count by 1."""

from enum import Enum
from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_user_added_or_removed


class Plan(Enum):
    FREE = 0
    BASIC = 1
    FULL = 2


class Change(NamedTuple):
    customer: int
    plan: Plan


@mechanism(epsilon="eps")
def latest_plan_of_each(
    changes: Annotated[list[Change], one_user_added_or_removed("customer", rows=4)], eps: Epsilon
) -> dict[Plan, int]:
    latest: dict[int, Plan] = {}
    for change in changes:
        latest[change.customer] = change.plan
    customers = {plan: 0 for plan in Plan}
    for plan in latest.values():
        customers[plan] += 1
    return {plan: laplace(number, 1 / eps) for plan, number in customers.items()}
