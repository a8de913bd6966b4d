"""The classical Gaussian mechanism, sigma = sqrt(2 log(1.25 / delta)) / eps.

hard. Its proof needs eps below 1, and no requirement says so. Witness: 0 and 1 with eps 10, delta 1/100000:
the variance is 0.235, and -2 has the probability 2e-4 where the loss is 10.6.
"""

from fractions import Fraction
from math import log
from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, within


@mechanism(epsilon="eps", delta="delta", requires="delta < 1")
def classical_gaussian_any_eps(count: Annotated[int, within(1)], eps: Epsilon, delta: Epsilon) -> int:
    return gaussian(count, variance=2 * log(Fraction(5, 4) / delta) / (eps * eps))
