"""An entry that was copied into another is released twice."""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, one_within


@mechanism(zcdp="rho", requires="len(xs) >= 2")
def copied_entry(xs: Annotated[list[int], one_within(1)], rho: Epsilon) -> list[int]:
    ys = list(xs)
    ys[1] = ys[0]
    return [gaussian(y, variance=1 / (2 * rho)) for y in ys]
