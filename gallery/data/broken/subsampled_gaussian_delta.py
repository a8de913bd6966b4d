"""A count of half of the rows with Gaussian noise, whose δ was divided twice. Not private as claimed.

Claim: log(1 + q·(e − 1)) and q²·0.1414 for q = 1/2, when one row is added or removed. It does not hold; q·0.1414 does.

Source: Balle, Barthe, Gaboardi, "Privacy Amplification by Subsampling", NeurIPS 2018: δ becomes q·δ.

What is wrong: Gaussian noise of variance 1 takes a δ of 0.1414 at ε = 1. Being left out by chance divides it once.

A violating pair: one row against none. The event is a count of 2 or more, which needs a δ of 0.0706.
"""

from fractions import Fraction
from typing import Annotated

from twinproof import coin, gaussian, mechanism, one_added_or_removed


@mechanism(epsilon="log(1 + (exp(1) - 1) / 2)", delta="0.0354")
def subsampled_gaussian_delta(rows: Annotated[list[int], one_added_or_removed()]) -> int:
    return gaussian(sum(1 for _ in rows if coin(Fraction(1, 2))), variance=1)
