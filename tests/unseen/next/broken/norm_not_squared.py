"""The squares of how far a gradient moves add up to clip ** 2, and the variance has clip in its place. Witness: [0]
against [2] with clip = 2; the divergence is twice alpha * rho."""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, moves_by_l2


@mechanism(renyi=("alpha", "alpha * rho"), requires="alpha > 1 and clip >= 1")
def norm_not_squared(
    gradient: Annotated[list[int], moves_by_l2("clip * clip")], clip: int, alpha: Epsilon, rho: Epsilon
) -> list[int]:
    noisy: list[int] = []
    k = 0
    while k < len(gradient):
        noisy.append(gaussian(gradient[k], variance=clip / (2 * rho)))
        k += 1
    return noisy
