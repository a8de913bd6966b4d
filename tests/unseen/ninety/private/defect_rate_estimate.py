"""The share of defective parts, from two noisy counts.

easy. The division, the clamp and the guard against zero are post-processing.
"""

from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps")
def defect_rate_estimate(defective: Annotated[list[bool], one_added_or_removed()], eps: Epsilon) -> Fraction:
    bad = laplace(sum(1 for d in defective if d), 2 / eps)
    parts = laplace(len(defective), 2 / eps)
    if parts < 1:
        return Fraction(0)
    return clamp(Fraction(bad, parts), Fraction(0), Fraction(1))
