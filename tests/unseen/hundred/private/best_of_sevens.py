"""The shop with the largest noisy sales, where each number of sales may move by 7.

Why: Others keep their noise; the winner's noise moves by at most 14, at rate eps / 14.
"""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(epsilon="eps", requires="len(sales) >= 1")
def best_of_sevens(sales: Annotated[list[int], each_within(7)], eps: Epsilon) -> int:
    best = None
    winner = 0
    for shop in range(len(sales)):
        noisy = laplace(sales[shop], 14 / eps)
        if best is None or noisy > best:
            best = noisy
            winner = shop
    return winner
