"""A noisy count, and once in a thousand times the count as it is. Not private as claimed, whatever ε is.

Claim: ε. It does not hold for any ε; with a δ of 1/1000 it does.

Source: Near, Abuah, "Programming Differential Privacy", chapter on approximate differential privacy: the catastrophe
mechanism, without its δ.

What is wrong: the true count is seen with probability 1/1000 more than the noise would show it, and a neighbour shows
it by its noise alone.

A violating pair: 0 against 1. The event is the output 0. The more noise there is, the further is the loss beyond
the claim: with ε = 1/8 it is 0.14, and with ε = 1/1000 it is 1.1.
"""

from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, coin, laplace, mechanism, within


@mechanism(epsilon="eps")
def catastrophe_pure(count: Annotated[int, within(1)], eps: Epsilon) -> int:
    if coin(Fraction(1, 1000)):
        return count
    return laplace(count, 1 / eps)
