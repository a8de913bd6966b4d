"""Log(1/delta) is near to 0 where delta is near to 1, and rho alone is far too little there."""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, within


@mechanism(epsilon="rho / 4", delta="delta", requires="delta < 1 / 4")
def through_delta_nearly_one(x: Annotated[int, within(1)], rho: Epsilon, delta: Epsilon) -> int:
    return gaussian(x, variance=1 / (2 * rho))
