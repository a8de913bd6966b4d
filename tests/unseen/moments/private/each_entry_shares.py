"""N entries, each with an n-th of the budget."""

from typing import Annotated

from twinproof import Epsilon, each_within, gaussian, mechanism


@mechanism(zcdp="rho", requires="len(xs) >= 1")
def each_entry_shares(xs: Annotated[list[int], each_within(1)], rho: Epsilon) -> list[int]:
    return [gaussian(x, variance=len(xs) / (2 * rho)) for x in xs]
