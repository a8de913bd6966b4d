"""The deviation of the textbooks, sqrt(2 * log(1.25 / delta)) / eps, for eps up to 2/5. There the way through zCDP
suffices: eps ** 2 / (4 * log(1.25 / delta)) converts to eps at most, since log(1.25) / 2 is above 1/10."""

from math import log, sqrt
from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, within


@mechanism(epsilon="eps", delta="delta", requires="eps <= 2 / 5 and delta < 1")
def textbook_gaussian_small_eps(patients: Annotated[int, within(1)], eps: Epsilon, delta: Epsilon) -> int:
    return gaussian(patients, sqrt(2 * log(1.25 / delta)) / eps)
