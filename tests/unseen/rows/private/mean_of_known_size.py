"""The number of rows is public, so only the sum gets noise."""

from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_changed


@mechanism(epsilon="eps", requires="len(temperatures) >= 1")
def mean_of_known_size(temperatures: Annotated[list[int], one_changed()], low: int, span: int, eps: Epsilon) -> Fraction:
    width = max(1, span)
    above = [clamp(t, low, low + width) - low for t in temperatures]
    return low + Fraction(laplace(sum(above), width / eps), len(temperatures))
