"""Ten tenths of the budget, one or two for an answer."""

from typing import Annotated

from twinproof import Epsilon, each_within, gaussian, mechanism


@mechanism(zcdp="rho")
def filter_of_ten(xs: Annotated[list[int], each_within(1)], rho: Epsilon) -> list[int]:
    out: list[int] = []
    left = 10
    for x in xs:
        if left > 0:
            out.append(gaussian(x, variance=5 / rho))
            left = left - 1
    return out
