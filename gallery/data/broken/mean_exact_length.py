"""A mean: the noisy sum over the true number of rows. Not private as claimed.

Claim: ε, when one row may come or go. It does not hold, and no other bound does.

Source: ordinary code; also discussed, as a thing to avoid, by Near, Abuah, "Programming Differential Privacy", the
chapter on sensitivity. With one row replaced, where the length is public, it is private: see
`gallery/data/private/mean_public_length.py`.

What is wrong: the denominator of the result tells the number of rows.

A violating pair: the rows (0) against (0, 0). The result 1/2 can come only from two rows.
"""

from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps")
def mean_exact_length(ages: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> Fraction:
    if not ages:
        return Fraction(0)
    total = sum(clamp(age, 0, 100) for age in ages)
    return Fraction(laplace(total, 100 / eps), len(ages))
