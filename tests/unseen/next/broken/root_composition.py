"""Noise grows with the root of the number of answers, as for Gaussian noise, but the claim is pure. Witness: four
answers of 0 against four of 1; the loss is four times eps / 2."""

from math import sqrt
from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(epsilon="eps", requires="len(answers) >= 1")
def root_composition(answers: Annotated[list[int], each_within(1)], eps: Epsilon) -> list[int]:
    scale = sqrt(len(answers)) / eps
    return [laplace(answer, scale) for answer in answers]
