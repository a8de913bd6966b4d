"""A vector that moves by so much in the Euclidean norm, with Gaussian noise on every entry.

Claim: ρ-zCDP, where the square of the norm is at most k.

Source: Bun, Steinke, "Concentrated Differential Privacy: Simplifications, Extensions, and Lower Bounds", TCC 2016.

Why: each entry costs the square of how far it moves over twice the variance, and the squares add up to at most k.
"""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, moves_by_l2


@mechanism(zcdp="rho", requires="k >= 1")
def gaussian_vector(entries: Annotated[list[int], moves_by_l2("k")], k: int, rho: Epsilon) -> list[int]:
    return [gaussian(entry, variance=k / (2 * rho)) for entry in entries]
