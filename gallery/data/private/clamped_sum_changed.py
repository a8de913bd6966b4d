"""A sum of values that are clamped to a public range, when one value may be another one.

Claim: ε, when one row is replaced.

Source: Dwork, McSherry, Nissim, Smith, "Calibrating Noise to Sensitivity in Private Data Analysis", TCC 2006.

Coupling: one clamped value moves inside its range, by at most high − low, and so does the sum: that many units of
ε/(high − low).
"""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_changed


@mechanism(epsilon="eps", requires="low < high")
def clamped_sum_changed(values: Annotated[list[int], one_changed()], low: int, high: int, eps: Epsilon) -> int:
    return laplace(sum(clamp(value, low, high) for value in values), (high - low) / eps)
