"""Five quarters."""

from typing import Annotated

from twinproof import Epsilon, each_within, gaussian, mechanism


@mechanism(zcdp="rho")
def filter_off_by_one(xs: Annotated[list[int], each_within(1)], rho: Epsilon) -> list[int]:
    out: list[int] = []
    quarters = 0
    i = 0
    while i < len(xs) and quarters <= 4:
        out.append(gaussian(xs[i], variance=2 / rho))
        quarters = quarters + 1
        i = i + 1
    return out
