"""N entries, and the claim grows with them."""

from typing import Annotated

from twinproof import Epsilon, each_within, gaussian, mechanism


@mechanism(zcdp="len(xs) * rho")
def n_times_claim(xs: Annotated[list[int], each_within(1)], rho: Epsilon) -> list[int]:
    return [gaussian(x, variance=1 / (2 * rho)) for x in xs]
