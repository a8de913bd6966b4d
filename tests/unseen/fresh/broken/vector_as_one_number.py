# Judged before running: easy.
from typing import Annotated

from twinproof import Epsilon, each_within, gaussian, mechanism


@mechanism(zcdp="rho", requires="len(weights) >= 2")
def vector_as_one_number(weights: Annotated[list[int], each_within(1)], rho: Epsilon) -> list[int]:
    """The bug: every weight moves by 1, and the noise is for one of them.
    Witness: [0, 0] and [1, 1]: the divergence of order 2 is 4 rho, and 2 rho is claimed."""
    return [gaussian(weight, variance=1 / (2 * rho)) for weight in weights]
