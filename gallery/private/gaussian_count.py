"""A count with discrete Gaussian noise.

Claim: (ε, 1/2), for ε up to 1.

Source: Canonne, Kamath, Steinke, "The Discrete Gaussian for Differential Privacy", NeurIPS 2020.

Why: noise of standard deviation 2/ε is ε²/8-concentrated, and the δ that this takes at ε is far below 1/2.
"""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, within


@mechanism(epsilon="eps", delta="1/2", requires="eps <= 1")
def gaussian_count(count: Annotated[int, within(1)], eps: Epsilon) -> int:
    return gaussian(count, 2 / eps)
