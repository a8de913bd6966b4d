"""A count with discrete Gaussian noise whose variance is one part in a hundred too small. Not private as claimed.

Claim: ρ-zCDP. It is ρ·100/99 in truth, at every order.

Source: Canonne, Kamath, Steinke, "The Discrete Gaussian for Differential Privacy", NeurIPS 2020: variance 1/(2ρ) for a
number that moves by 1.

What is wrong: the variance is 0.99/(2ρ), as if a constant had been rounded on the wrong side.

A violating pair: 0 against 1. A few outputs on the far side of 0, at an order of about 3.
"""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, within


@mechanism(zcdp="rho")
def gaussian_variance_one_percent(count: Annotated[int, within(1)], rho: Epsilon) -> int:
    return gaussian(count, variance=99 / (200 * rho))
