"""Permute-and-flip: the position of a high score, never worse than the exponential mechanism.

Claim: ε.

Source: McKenna, Sheldon, "Permute-and-Flip: A New Mechanism for Differentially Private Selection", NeurIPS 2020.

Coupling: the same position, at rate ε/2 for scores that move by 1.
"""

from typing import Annotated

from twinproof import Epsilon, each_within, mechanism, permute_and_flip


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def permuted_and_flipped(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    return permute_and_flip(scores, eps / 2)
