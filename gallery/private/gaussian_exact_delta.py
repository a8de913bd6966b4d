"""A count with discrete Gaussian noise of variance 4, and the δ that this takes at ε = 1.

Claim: (1, 0.00725). The least δ at this ε is 0.00724878, to six digits.

Source: Canonne, Kamath, Steinke, "The Discrete Gaussian for Differential Privacy", NeurIPS 2020, theorem 7: with
noise of variance v around neighbouring counts δ is P(X > ε·v − 1/2) − e^ε · P(X > ε·v + 1/2).

Why: that is the sum of P(x) − e^ε · Q(x) over the outputs where it is above zero.
"""

from typing import Annotated

from twinproof import gaussian, mechanism, within


@mechanism(epsilon="1", delta="0.00725")
def gaussian_exact_delta(count: Annotated[int, within(1)]) -> int:
    return gaussian(count, variance=4)
