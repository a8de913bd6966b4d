"""The first answer above a noisy bar, and its value."""

from typing import Annotated

from twinproof import Epsilon, each_within, gaussian, laplace, mechanism


@mechanism(zcdp="eps * eps / 2 + rho", requires="len(answers) >= 1")
def above_then_measure(
    answers: Annotated[list[int], each_within(1)], bar: int, eps: Epsilon, rho: Epsilon
) -> tuple[int, int]:
    noisy_bar = laplace(bar, 2 / eps)
    found = 0
    looking = True
    for i in range(len(answers)):
        if looking and laplace(answers[i], 4 / eps) >= noisy_bar:
            found = i
            looking = False
    return found, gaussian(answers[found], variance=1 / (2 * rho))
