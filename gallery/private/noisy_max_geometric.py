"""Report noisy max with geometric noise, which only adds: the position of the highest noisy score.

Claim: ε.

Source: McKenna, Sheldon, "Permute-and-Flip: A New Mechanism for Differentially Private Selection", NeurIPS 2020; Ding,
Kifer, Saghaian N. E., Steinke, Wang, Xiao, Zhang, "The Permute-and-Flip Mechanism is Identical to Report-Noisy-Max
with Exponential Noise", 2021.

Coupling: the noise of the position that is returned is 2 larger on the right, and that of all others the same: ε.
"""

from typing import Annotated

from twinproof import Epsilon, each_within, geometric, mechanism


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def noisy_max_geometric(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    noisy = [score + geometric(2 / eps) for score in scores]
    return noisy.index(max(noisy))
