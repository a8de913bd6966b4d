"""Conversions by campaign, of which one moves by 1, with Gaussian noise that is rho-zCDP. The claim is the standard
conversion of that to epsilon and delta."""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, one_within


@mechanism(epsilon="rho + 2 * sqrt(rho * log(1 / delta))", delta="delta", requires="delta < 1")
def conversions_approx(conversions: Annotated[list[int], one_within(1)], rho: Epsilon, delta: Epsilon) -> list[int]:
    released = []
    for count in conversions:
        released.append(gaussian(count, variance=1 / (2 * rho)))
    return released
