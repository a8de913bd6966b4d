"""How many pages of 40 lines a file needs, where the number of lines moves by up to 40. Rounded up after the division
that is at most one page."""

from fractions import Fraction
from math import ceil
from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, within


@mechanism(epsilon="eps")
def pages_needed(lines: Annotated[int, within(40)], eps: Epsilon) -> int:
    pages = ceil(Fraction(lines, 40))
    return max(0, laplace(pages, 1 / eps))
