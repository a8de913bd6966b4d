"""Two noisy numbers that both move, where distances were added that had to be squared. Not private as claimed.

Claim: ρ-zCDP. It is 5ρ/2 in truth.

Source: Bun, Steinke, "Concentrated Differential Privacy: Simplifications, Extensions, and Lower Bounds", TCC 2016: what
a release with variance σ² costs is Δ²/(2σ²), and costs add up.

What is wrong: the count moves by 1 and the total by 3, and the price was worked out as (1 + 3)/2 for both together,
where it is (1² + 3²)/2.

A violating pair: counts and totals as far apart as they may be. Outputs on the far side of both.
"""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, within


@mechanism(zcdp="rho")
def concentrated_sensitivities_added(
    count: Annotated[int, within(1)], total: Annotated[int, within(3)], rho: Epsilon
) -> tuple[int, int]:
    variance = (1 + 3) / (2 * rho)
    return gaussian(count, variance=variance), gaussian(total, variance=variance)
