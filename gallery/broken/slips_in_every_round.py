"""Answers with Gaussian noise that slip once in ten times, with the δ of one slip for all of them.

Claim: 1/10-approximate n·ρ-zCDP.

Source: approximate zCDP of Bun, Steinke, "Concentrated Differential Privacy", TCC 2016; the slip is that of the
catastrophe mechanism of Near, Abuah, "Programming Differential Privacy".

What is wrong: each of n rounds may slip. With two rounds one of them does with probability 19/100.
"""

from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, coin, gaussian, mechanism, within


@mechanism(zcdp="n * rho", delta="1 / 10", requires="n >= 0")
def slips_in_every_round(count: Annotated[int, within(1)], n: int, rho: Epsilon) -> list[int]:
    answers = []
    for _ in range(n):
        if coin(Fraction(1, 10)):
            answers.append(1000 + count)
        else:
            answers.append(gaussian(count, variance=1 / (2 * rho)))
    return answers
