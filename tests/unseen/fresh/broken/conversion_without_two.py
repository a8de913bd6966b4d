# Judged before running: hard.
from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, within


@mechanism(epsilon="rho + sqrt(rho * log(1 / delta))", delta="delta", requires="delta < 1")
def conversion_without_two(count: Annotated[int, within(1)], rho: Epsilon, delta: Epsilon) -> int:
    """The bug: rho + 2 sqrt(rho log(1/delta)) is the conversion, and the 2 is lost.
    Witness: 0 and 1, rho 1/2, delta 1/1000: at eps 2.36 the least delta is near 0.009."""
    return gaussian(count, variance=1 / (2 * rho))
