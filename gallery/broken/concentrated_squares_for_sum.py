"""The noisy sum of two numbers that both move, where squares were added and not distances. Not private as claimed.

Claim: ρ-zCDP. It is 2ρ in truth: the sum moves by 2, and 2² is twice 1² + 1².

Source: Bun, Steinke, "Concentrated Differential Privacy: Simplifications, Extensions, and Lower Bounds", TCC 2016: what
a release with variance σ² costs is Δ²/(2σ²), where Δ is how far the released number moves.

What is wrong: squares add up over releases, and here there is one release of a sum.

A violating pair: both numbers one lower on one side. A few outputs on the far side.
"""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, within


@mechanism(zcdp="rho")
def concentrated_squares_for_sum(
    visits: Annotated[int, within(1)], admissions: Annotated[int, within(1)], rho: Epsilon
) -> int:
    return gaussian(visits + admissions, variance=(1 + 1) / (2 * rho))
