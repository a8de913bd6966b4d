"""The Laplace mechanism: one number, released with noise.

Claim: k·ε, for a number that moves by at most k between neighbours.

Source: Dwork, McSherry, Nissim, Smith, "Calibrating Noise to Sensitivity in Private Data Analysis", TCC 2006; the noise
on the integers is from Ghosh, Roughgarden, Sundararajan, "Universally Utility-Maximizing Privacy Mechanisms", STOC
2009.

Coupling: both runs draw the same result (shift 0). That costs |value⟨1⟩ − value⟨2⟩| ≤ k units of ε.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, within


@mechanism(epsilon="k * eps", requires="k >= 0")
def laplace_mechanism(value: Annotated[int, within("k")], k: int, eps: Epsilon) -> int:
    return laplace(value, 1 / eps)
