"""A count under zCDP.

easy. 1 / (2 rho) is the variance, and it is given as the standard deviation: too little for rho above 1/2.
Witness: 0 and 1 with rho = 1, order 2: divergence 4 where 2 is claimed.
"""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, within


@mechanism(zcdp="rho")
def sigma_for_variance(cases: Annotated[int, within(1)], rho: Epsilon) -> int:
    sigma = 1 / (2 * rho)
    return gaussian(cases, sigma)
