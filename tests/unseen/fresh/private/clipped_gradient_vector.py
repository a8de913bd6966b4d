# Judged before running: easy.
from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, moves_by_l2


@mechanism(zcdp="rho", requires="clip >= 1")
def clipped_gradient_vector(
    gradient: Annotated[list[int], moves_by_l2("clip ** 2")], clip: int, rho: Epsilon
) -> list[int]:
    """The Gaussian mechanism for a vector: the squares sum up to clip ** 2, which costs rho exactly."""
    variance = clip * clip / (2 * rho)
    noisy = []
    for coordinate in gradient:
        noisy.append(gaussian(coordinate, variance=variance))
    return noisy
