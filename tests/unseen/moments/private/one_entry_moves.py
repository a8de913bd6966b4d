"""One entry moves by k."""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, one_within


@mechanism(zcdp="rho", requires="k >= 1")
def one_entry_moves(xs: Annotated[list[int], one_within("k")], k: int, rho: Epsilon) -> list[int]:
    return [gaussian(x, variance=k * k / (2 * rho)) for x in xs]
