"""A vector whose squared distance between neighbours is at most 9 is told with Gaussian noise.

Why: The entries' squared moves add up to at most 9, and 9 / (2 * variance) is rho.
"""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, moves_by_l2


@mechanism(zcdp="rho")
def gaussian_vector_nine(vector: Annotated[list[int], moves_by_l2(9)], rho: Epsilon) -> list[int]:
    released = []
    for coordinate in vector:
        released.append(gaussian(coordinate, variance=9 / (2 * rho)))
    return released
