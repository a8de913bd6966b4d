"""A count that is rho-zCDP, told as epsilon and delta with a factor of 2 missing before the root. Witness: 0 against 1
with rho = 1/2 and delta = 1/1000; for that epsilon, 2.36, the least delta is about 1/100."""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, within


@mechanism(epsilon="rho + sqrt(rho * log(1 / delta))", delta="delta", requires="delta < 1")
def conversion_without_two(downloads: Annotated[int, within(1)], rho: Epsilon, delta: Epsilon) -> int:
    return gaussian(downloads, variance=1 / (2 * rho))
