"""Answers with Gaussian noise, each of which comes out as it is once in a thousand times.

Claim: n/1000-approximate n·ρ-zCDP.

Source: approximate zCDP of Bun, Steinke, "Concentrated Differential Privacy", TCC 2016; the slip is that of the
catastrophe mechanism of Near, Abuah, "Programming Differential Privacy".

Coupling: the same coins. Where one of them slips the outputs differ, and δ pays for that; otherwise each answer is
the same in both runs, for a step of ρ.
"""

from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, coin, gaussian, mechanism, within


@mechanism(zcdp="n * rho", delta="n / 1000", requires="n >= 0")
def answers_that_slip(count: Annotated[int, within(1)], n: int, rho: Epsilon) -> list[int]:
    answers = []
    for _ in range(n):
        if coin(Fraction(1, 1000)):
            answers.append(count)
        else:
            answers.append(gaussian(count, variance=1 / (2 * rho)))
    return answers
