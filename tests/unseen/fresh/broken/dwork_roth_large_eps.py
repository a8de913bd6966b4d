# Judged before running: hard.
from fractions import Fraction
from math import log
from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, within


@mechanism(epsilon="eps", delta="delta", requires="delta <= 1 / 2")
def dwork_roth_large_eps(count: Annotated[int, within(1)], eps: Epsilon, delta: Epsilon) -> int:
    """The bug: sqrt(2 log(1.25 / delta)) / eps is right for eps below 1, and nobody says so.
    Witness: 0 and 1, eps 10, delta 1/1000: variance 0.143, and the least delta is about 0.011 (from output -1)."""
    return gaussian(count, variance=2 * log(Fraction(5, 4) / delta) / eps**2)
