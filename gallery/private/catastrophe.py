"""A noisy count, or with a tiny probability the count as it is: the catastrophe mechanism.

Claim: (ε, δ), where δ is the probability of the catastrophe. It is exact: no smaller δ would do.

Source: Near, Abuah, "Programming Differential Privacy", chapter on approximate differential privacy, as a warning of
what a δ allows.

Coupling: the same coin. Where it shows the catastrophe the outputs differ, and δ pays for that; otherwise the noisy
counts are the same, for one step of ε.
"""

from typing import Annotated

from twinproof import Epsilon, coin, laplace, mechanism, within


@mechanism(epsilon="eps", delta="delta", requires="delta < 1")
def catastrophe(count: Annotated[int, within(1)], eps: Epsilon, delta: Epsilon) -> int:
    if coin(delta):
        return count
    return laplace(count, 1 / eps)
