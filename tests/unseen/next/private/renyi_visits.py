"""Two visit counts that may both move by 1, each with Gaussian noise of variance 1 / rho. Each has a divergence of
alpha * rho / 2 at most, and they add up."""

from typing import Annotated

from twinproof import Epsilon, each_within, gaussian, mechanism


@mechanism(renyi=("alpha", "alpha * rho"), requires="alpha > 1 and len(visits) == 2")
def renyi_visits(visits: Annotated[list[int], each_within(1)], alpha: Epsilon, rho: Epsilon) -> tuple[int, int]:
    weekdays = gaussian(visits[0], variance=1 / rho)
    weekend = gaussian(visits[1], variance=1 / rho)
    return weekdays, weekend
