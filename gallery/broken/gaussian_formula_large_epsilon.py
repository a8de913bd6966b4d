"""A count with Gaussian noise by the formula for ε below 1, used for every ε. Not private as claimed.

Claim: (ε, δ), with σ = √(2·log(1.25 / δ)) / ε. It holds for ε below 1, and not for large ε.

Source: Dwork, Roth, "The Algorithmic Foundations of Differential Privacy", 2014, theorem A.1, out of its conditions;
Balle, Wang, "Improving the Gaussian Mechanism for Differential Privacy", ICML 2018, on what becomes of it.

What is wrong: σ falls like 1/ε, and the δ that Gaussian noise takes needs it to fall like 1/√ε. For one count and any
δ up to 1/10 there is room to spare at ε = 4 still; at ε = 8 and δ = 1/100 the least δ is 2.9 times as large.

A violating pair: 0 against 1. The event is that the output is not above 0, or below it.
"""

from math import log, sqrt
from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, within


@mechanism(epsilon="eps", delta="delta", requires="delta <= 1 / 2")
def gaussian_formula_large_epsilon(count: Annotated[int, within(1)], eps: Epsilon, delta: Epsilon) -> int:
    return gaussian(count, sqrt(2 * log(1.25 / delta)) / eps)
