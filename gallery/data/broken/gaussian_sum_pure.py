"""A clamped sum with Gaussian noise, claimed to be pure. Not private as claimed.

Claim: ε, when one row is added or removed. It does not hold, and no other ε does without a δ.

Source: Canonne, Kamath, Steinke, "The Discrete Gaussian for Differential Privacy", NeurIPS 2020, without a δ.

What is wrong: the loss grows with the distance from the sum.

A violating pair: no rows against [1], with a cap of 1. The event is an output a few standard deviations away.
"""

from typing import Annotated

from twinproof import Epsilon, clamp, gaussian, mechanism, one_added_or_removed


@mechanism(epsilon="eps", requires="cap >= 1")
def gaussian_sum_pure(rows: Annotated[list[int], one_added_or_removed()], cap: int, eps: Epsilon) -> int:
    return gaussian(sum(clamp(row, 0, cap) for row in rows), cap / eps)
