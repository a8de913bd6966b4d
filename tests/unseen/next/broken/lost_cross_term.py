"""Noise for k answers by advanced composition, without its second term. Witness: one answer of 0 against 1, eps = 5 and
delta = 0.9; the scale is 0.46 / eps, and the least delta for eps is 0.997."""

from math import log, sqrt
from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(epsilon="eps", delta="delta", requires="delta < 1 and len(answers) >= 1")
def lost_cross_term(answers: Annotated[list[int], each_within(1)], eps: Epsilon, delta: Epsilon) -> list[int]:
    k = len(answers)
    scale = sqrt(2 * k * log(1 / delta)) / eps
    return [laplace(answer, scale) for answer in answers]
