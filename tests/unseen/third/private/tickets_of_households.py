"""Tickets that were bought, at most ten by a row, where a household has at most two rows and both are replaced. Each
moves the sum by at most 10, and both by 20."""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, clamp, laplace, mechanism, one_user_changed


class Purchase(NamedTuple):
    household: int
    tickets: int


@mechanism(epsilon="eps")
def tickets_of_households(
    purchases: Annotated[list[Purchase], one_user_changed("household", rows=2)], eps: Epsilon
) -> int:
    total = 0
    for purchase in purchases:
        total = total + clamp(purchase.tickets, 0, 10)
    return laplace(total, 20 / eps)
