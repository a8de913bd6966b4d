"""One draw serves two numbers, whose difference is exact."""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, within


@mechanism(zcdp="rho + rho")
def shared_noise(x: Annotated[int, within(1)], y: Annotated[int, within(1)], rho: Epsilon) -> tuple[int, int]:
    noise = gaussian(0, variance=1 / (2 * rho))
    return x + noise, y + noise
