"""A mean over a public number of rows: noise on the sum only.

Claim: ε, when one row is replaced, so that the number of rows is public.

Source: ordinary code.

Coupling: one clamped value moves by at most 100, and so does the sum: 100 units of ε/100. Both runs divide the same
noisy sum by the same length.
"""

from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_changed


@mechanism(epsilon="eps", requires="len(ages) >= 1")
def mean_public_length(ages: Annotated[list[int], one_changed()], eps: Epsilon) -> Fraction:
    total = sum(clamp(age, 0, 100) for age in ages)
    return Fraction(laplace(total, 100 / eps), len(ages))
