"""Eggs move by up to 11 and are packed in tens, so the noise is for 11/10 of a box; rounded up, that is two boxes.
Witness: 0 against 11 eggs; from no box to two, a loss of 20/11 of eps."""

from fractions import Fraction
from math import ceil
from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, within


@mechanism(epsilon="eps")
def boxes_for_eleven(eggs: Annotated[int, within(11)], eps: Epsilon) -> int:
    boxes = ceil(Fraction(eggs, 10))
    return laplace(boxes, Fraction(11, 10) / eps)
