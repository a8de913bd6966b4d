"""The textbook's deviation sqrt(2 * log(1.25 / delta)) / eps, which is for eps below 1, claimed for all eps. Witness: 0
against 1 with eps = 5 and delta = 1/2; the output 0 has a loss of 6.8 and nearly all the mass, so delta is 0.84."""

from fractions import Fraction
from math import log, sqrt
from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, within


@mechanism(epsilon="eps", delta="delta", requires="delta < 1")
def gaussian_large_eps(infections: Annotated[int, within(1)], eps: Epsilon, delta: Epsilon) -> int:
    sigma = sqrt(2 * log(Fraction(5, 4) / delta)) / eps
    return gaussian(infections, sigma)
