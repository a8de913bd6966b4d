"""The index of the highest noisy score, and then that score with Gaussian noise.

Claim: (ε²/2 + ρ)-zCDP, where every score moves by 1.

Source: McKenna, Miklau, Sheldon, "Winning the NIST Contest", J. Privacy and Confidentiality 11, 2021: select, measure.
Bun, Steinke, TCC 2016, Prop. 1.4: what is ε-private is ε²/2-zCDP.

Why: the choice is ε-private, and given the index the score that is measured moves by 1.
"""

from typing import Annotated

from twinproof import Epsilon, each_within, gaussian, laplace, mechanism


@mechanism(zcdp="eps * eps / 2 + rho", requires="len(scores) >= 1")
def noisy_max_measured(scores: Annotated[list[int], each_within(1)], eps: Epsilon, rho: Epsilon) -> tuple[int, int]:
    best = 0
    highest = 0
    for i in range(len(scores)):
        noisy = laplace(scores[i], 2 / eps)
        if i == 0 or noisy > highest:
            best = i
            highest = noisy
    return best, gaussian(scores[best], variance=1 / (2 * rho))
