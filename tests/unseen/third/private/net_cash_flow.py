"""Money in minus money out, with each booking cut to between -cap and cap. A booking more or less moves the sum by cap
at most, up or down, and a helper makes the scale of that."""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


def scale_for(sensitivity, budget):
    return sensitivity / budget


@mechanism(epsilon="eps", requires="cap >= 1")
def net_cash_flow(bookings: Annotated[list[int], one_added_or_removed()], cap: int, eps: Epsilon) -> int:
    flow = sum(clamp(booking, -cap, cap) for booking in bookings)
    return laplace(flow, scale_for(cap, eps))
