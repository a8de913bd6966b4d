"""Variance for k answers under zCDP with the root of k where k should stand: for Gaussian noise it is the deviation
that grows with the root. Witness: four answers of 0 against four of 1; twice rho."""

from math import sqrt
from typing import Annotated

from twinproof import Epsilon, each_within, gaussian, mechanism


@mechanism(zcdp="rho", requires="len(answers) >= 1")
def root_k_variance(answers: Annotated[list[int], each_within(1)], rho: Epsilon) -> list[int]:
    k = len(answers)
    return [gaussian(answer, variance=sqrt(k) / (2 * rho)) for answer in answers]
