"""What an answer costs is forgotten after fifty of them."""

from typing import Annotated

from twinproof import Epsilon, each_within, gaussian, mechanism


@mechanism(zcdp="60 * rho")
def far_filter_grows(xs: Annotated[list[int], each_within(1)], rho: Epsilon) -> list[int]:
    out: list[int] = []
    spent = 0
    for x in xs:
        if spent < 60:
            out.append(gaussian(x, variance=1 / (2 * rho)))
            spent = spent + 1 if spent < 50 else spent
    return out
