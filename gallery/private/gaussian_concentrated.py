"""A count with discrete Gaussian noise, in the terms that suit it.

Claim: k²·ρ-zCDP for a count that moves by k.

Source: Canonne, Kamath, Steinke, "The Discrete Gaussian for Differential Privacy", NeurIPS 2020.

Why: the divergence of order α of two discrete Gaussians of one variance σ² is at most α·k²/(2σ²).
"""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, within


@mechanism(zcdp="k * k * rho", requires="k >= 0")
def gaussian_concentrated(count: Annotated[int, within("k")], k: int, rho: Epsilon) -> int:
    return gaussian(count, variance=1 / (2 * rho))
