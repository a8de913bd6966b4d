"""Only the last row of a device counts, but it is the customer who is protected, with up to three devices. Witness: no
rows against one customer with three devices on plan 1; its count moves by 3, and the noise is for 1."""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_user_added_or_removed


class Change(NamedTuple):
    customer: int
    device: int
    plan: int


@mechanism(epsilon="eps")
def latest_plan_of_each_device(
    changes: Annotated[list[Change], one_user_added_or_removed("customer", rows=3)], eps: Epsilon
) -> list[int]:
    latest: dict[int, int] = {}
    for change in changes:
        latest[change.device] = change.plan
    counts = [0, 0, 0]
    for plan in latest.values():
        if 0 <= plan <= 2:
            counts[plan] += 1
    return [laplace(count, 1 / eps) for count in counts]
