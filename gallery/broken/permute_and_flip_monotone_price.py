"""Permute-and-flip at the rate for counts, on scores that move any way. Not private as claimed.

Claim: ε. It does not hold; 2ε does.

Source: McKenna, Sheldon, "Permute-and-Flip: A New Mechanism for Differentially Private Selection", NeurIPS 2020: the
rate is ε/2 for scores of sensitivity 1, and ε only where they move the same way.

What is wrong: the coin of one position may lean by e^ε to one side while that of another leans to the other side.

A violating pair: scores (0, 1) against (1, 0). The event is that the second one is chosen.
"""

from typing import Annotated

from twinproof import Epsilon, each_within, mechanism, permute_and_flip


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def permute_and_flip_monotone_price(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    return permute_and_flip(scores, eps)
