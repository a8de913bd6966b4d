"""Keys are found with Laplace noise, and those that are shown are measured with Gaussian noise.

Claim: δ-approximate (ε²/2 + ρ)-zCDP, for a threshold of at least 1 + log(1 / (2δ)) / ε.

Source: Korolova et al., "Releasing Search Queries and Clicks Privately", WWW 2009; Bun, Steinke, "Concentrated
Differential Privacy", TCC 2016, for approximate zCDP and its composition.

Why: a key that one side alone has is found with probability δ at most. If it is on both sides, its test costs ε²/2,
since its count moves by 1 under Laplace noise of the scale 1/ε, and its measurement ρ.
"""

from typing import Annotated

from twinproof import Epsilon, gaussian, laplace, mechanism, one_within


@mechanism(
    zcdp="eps * eps / 2 + rho",
    delta="delta",
    requires="delta <= 1 / 2 and threshold >= 1 and threshold >= 1 + log(1 / (2 * delta)) / eps",
)
def found_and_measured(
    counts: Annotated[list[int], one_within(1)], threshold: int, eps: Epsilon, rho: Epsilon, delta: Epsilon
) -> list[int]:
    measured = []
    for count in counts:
        there = laplace(count, 1 / eps) if count > 0 else 0
        measured.append(gaussian(count, variance=1 / (2 * rho)) if there > threshold else 0)
    return measured
