"""Distances from a public centre, none above reach."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_changed


@mechanism(epsilon="eps", requires="reach >= 1")
def distance_from_centre(xs: Annotated[list[int], one_changed()], centre: int, reach: int, eps: Epsilon) -> int:
    return laplace(sum(min(abs(x - centre), reach) for x in xs), reach / eps)
