"""Many noisy counts of the same data, with the claim that grows with the square root of their number.

Claim: (ε, δ) with ε = n·ε₀²/2 + √(2n·ε₀²·ln(1/δ)), for n counts that are ε₀-private each.

Source: Dwork, Rothblum, Vadhan, "Boosting and Differential Privacy", FOCS 2010; in this form Bun, Steinke, TCC 2016.

Why: each count is ε₀²/2-zCDP, all together n·ε₀²/2, and ρ-zCDP is (ρ + 2√(ρ·ln(1/δ)), δ) for every δ.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, within


@mechanism(
    epsilon="n * eps * eps / 2 + sqrt(2 * n * eps * eps * log(1 / delta))",
    delta="delta",
    requires="n >= 1 and delta < 1",
)
def advanced_composition(count: Annotated[int, within(1)], n: int, eps: Epsilon, delta: Epsilon) -> list[int]:
    released: list[int] = []
    for _ in range(n):
        released.append(laplace(count, 1 / eps))
    return released
