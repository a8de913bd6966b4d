"""A sum with half the noise that it needs. Not private as claimed.

Claim: ε. It does not hold; 2ε does.

Source: BadPartialSum in Wang, Ding, Kifer, Zhang, "CheckDP: An Automated and Integrated Approach for Proving
Differential Privacy or Finding Precise Counterexamples", CCS 2020. Compare `gallery/private/partial_sum.py`.

What is wrong: the noise has scale 1/(2ε), the sum moves by 1.

A violating pair: the list (0) against (1). The event is the output 0, or any smaller one.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(epsilon="eps")
def partial_sum_half_noise(entries: Annotated[list[int], one_within(1)], eps: Epsilon) -> int:
    total = 0
    i = 0
    while i < len(entries):
        total = total + entries[i]
        i = i + 1
    return laplace(total, 1 / (2 * eps))
