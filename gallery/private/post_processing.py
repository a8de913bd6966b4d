"""Post-processing: whatever is computed from a private answer alone stays as private as the answer.

Claim: ε, for a count that is clamped and rounded down to a multiple of `step` after the noise was added.

Source: Dwork, Roth, "The Algorithmic Foundations of Differential Privacy", 2014, Proposition 2.1.

Coupling: make the noisy counts equal, for |count⟨1⟩ − count⟨2⟩| ≤ 1 unit of ε. Everything after that is the same
computation on the same number, and costs nothing.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, within


def clamp(x: int, low: int, high: int) -> int:
    return max(low, min(x, high))


@mechanism(epsilon="eps", requires="cap >= 0 and step >= 1")
def post_processing(count: Annotated[int, within(1)], cap: int, step: int, eps: Epsilon) -> tuple[int, bool]:
    """The count as a multiple of step, and whether the rounding took away at least half a step."""
    shown = clamp(laplace(count, 1 / eps), 0, cap)
    lost = shown % step
    return shown - lost, 2 * lost >= step
