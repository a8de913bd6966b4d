"""N rounds, claimed as one."""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, within


@mechanism(epsilon="n * rho + 2 * sqrt(n * rho * log(1 / delta))", delta="delta", requires="delta < 1 and n >= 1")
def through_rounds(x: Annotated[int, within(1)], n: int, rho: Epsilon, delta: Epsilon) -> list[int]:
    return [gaussian(x, variance=1 / (2 * rho)) for _ in range(n)]
