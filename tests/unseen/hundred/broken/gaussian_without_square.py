"""A vector whose squared distance between neighbours is at most 9 is told with Gaussian noise.

Wrong: The variance is for the distance 3 and not for its square 9. It shows on [0] and [3].
"""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, moves_by_l2


@mechanism(zcdp="rho")
def gaussian_without_square(vector: Annotated[list[int], moves_by_l2(9)], rho: Epsilon) -> list[int]:
    return [gaussian(coordinate, variance=3 / (2 * rho)) for coordinate in vector]
