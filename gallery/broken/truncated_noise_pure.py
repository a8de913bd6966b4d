"""A count with truncated Laplace noise, claimed to be pure. Not private as claimed, whatever ε is.

Claim: ε. It does not hold for any ε; with a δ of the mass at the bound it does.

Source: Geng, Ding, Guo, Kumar, "Tight Analysis of Privacy and Utility Tradeoff in Approximate Differential Privacy",
AISTATS 2020: truncated Laplace noise is (ε, δ)-private. That noise with an end is never pure is folklore.

What is wrong: the noise ends, and where it ends the two neighbours can be told apart for certain.

A violating pair: 0 against 1. The event is the output −bound, which only the first can give.
"""

from typing import Annotated

from twinproof import Epsilon, mechanism, truncated_laplace, within


@mechanism(epsilon="eps", requires="bound >= 0")
def truncated_noise_pure(count: Annotated[int, within(1)], bound: int, eps: Epsilon) -> int:
    return truncated_laplace(count, 1 / eps, bound)
