"""A first noisy look decides whether the count is told once more at rate b, or as the mean of two draws at rate c.

Why: The look costs a; after it both runs are in the same branch, which costs b or 2c.
"""

from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, within


@mechanism(epsilon="a + max(b, 2 * c)")
def asked_then_refined(
    count: Annotated[int, within(1)], limit: int, a: Epsilon, b: Epsilon, c: Epsilon
) -> Fraction:
    look = laplace(count, 1 / a)
    if look > limit:
        refined = Fraction(laplace(count, 1 / b))
    else:
        first = laplace(count, 1 / c)
        second = laplace(count, 1 / c)
        refined = Fraction(first + second, 2)
    return refined
