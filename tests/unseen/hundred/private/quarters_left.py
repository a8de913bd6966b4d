"""Answers are told as long as quarters of the budget are left; after a high answer the next one costs two.

Why: Each answer costs cost * eps / 4, cost depends on told answers only, and no more than four quarters are
spent.
"""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(epsilon="eps")
def quarters_left(answers: Annotated[list[int], each_within(1)], high: int, eps: Epsilon) -> list[int]:
    told = []
    quarters = 4
    cost = 1
    i = 0
    while i < len(answers) and cost <= quarters:
        noisy = laplace(answers[i], 4 / (cost * eps))
        told.append(noisy)
        quarters -= cost
        cost = 2 if noisy > high else 1
        i += 1
    return told
