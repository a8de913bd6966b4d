"""Orders that are done, or that were cancelled late: rows are plain tuples."""

from enum import Enum
from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


class Status(Enum):
    OPEN = "open"
    DONE = "done"
    CANCELLED = "cancelled"


@mechanism(epsilon="eps")
def orders_done(orders: Annotated[list[tuple[Status, int]], one_added_or_removed()], late: int, eps: Epsilon) -> int:
    return laplace(
        sum(1 for status, day in orders if status is Status.DONE or (status is Status.CANCELLED and day > late)), 1 / eps
    )
