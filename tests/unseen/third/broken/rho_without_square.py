"""The price of Gaussian noise with deviation sigma is said to be 1 / (2 * sigma), where sigma is not squared. Above 1
that is more than enough. Witness: 0 against 1 with sigma = 1/2; at order 2 the divergence is 4, and claimed is 2."""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, within


@mechanism(zcdp="1 / (2 * sigma)")
def rho_without_square(load: Annotated[int, within(1)], sigma: Epsilon) -> int:
    return gaussian(load, sigma)
