"""A count with discrete Gaussian noise, claimed to be pure. Not private as claimed.

Claim: ε. It does not hold for any ε; Gaussian noise needs a δ.

Source: Canonne, Kamath, Steinke, "The Discrete Gaussian for Differential Privacy", NeurIPS 2020: the noise is
concentrated and approximately private, and not pure.

What is wrong: the loss of an output grows with its distance from the count, without an end.

A violating pair: 0 against 1. The event is an output far below 0.
"""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, within


@mechanism(epsilon="eps")
def gaussian_noise_pure(count: Annotated[int, within(1)], eps: Epsilon) -> int:
    return gaussian(count, 2 / eps)
