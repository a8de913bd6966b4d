"""A mean over a public number of people, from a total with noise that ends; a tight delta."""

from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, mechanism, truncated_laplace, within


@mechanism(
    epsilon="eps",
    delta="exp(-bound * eps) * (1 - exp(-eps)) / (1 + exp(-eps) - 2 * exp(-(bound + 1) * eps))",
    requires="bound >= 1 and n >= 1",
)
def truncated_mean(total: Annotated[int, within(1)], n: int, bound: int, eps: Epsilon) -> Fraction:
    return Fraction(truncated_laplace(total, 1 / eps, bound), n)
