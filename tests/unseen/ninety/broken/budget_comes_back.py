"""A stream with halving budgets; after a high answer the budget starts anew.

hard. What was spent before stays spent. Witness: three answers, the first two high: 3/2 eps.
"""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(epsilon="eps")
def budget_comes_back(answers: Annotated[list[int], each_within(1)], high: int, eps: Epsilon) -> list[int]:
    scale = 2 / eps
    told: list[int] = []
    for answer in answers:
        noisy = laplace(answer, scale)
        told.append(noisy)
        scale = 2 / eps if noisy > high else 2 * scale
    return told
