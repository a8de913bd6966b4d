"""A vector of numbers (an embedding) in which a person moves the Euclidean norm by 3 at most.

middling. The squares add up to 9, so variance 9 / (2 rho) for each coordinate costs rho in all.
"""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, moves_by_l2


@mechanism(zcdp="rho")
def embedding_of_a_profile(vector: Annotated[list[int], moves_by_l2(9)], rho: Epsilon) -> list[int]:
    noisy = []
    for coordinate in vector:
        noisy.append(gaussian(coordinate, variance=9 / (2 * rho)))
    return noisy
