"""Mechanisms for the tests of the playground, as one types them."""

HEADER = """
from typing import Annotated
from twinproof import Epsilon, each_within, laplace, mechanism, within
"""
COUNT = (
    HEADER
    + """
@mechanism(epsilon="eps")
def count(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    return laplace(x, 1 / eps)
"""
)
BROKEN = COUNT.replace("1 / eps", "1 / (2 * eps)")
MAXIMUM = (
    HEADER
    + """
@mechanism(epsilon="eps", requires="len(scores) >= 1")
def maximum(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    winner = 0
    highest = 0
    for i, score in enumerate(scores):
        noisy = laplace(score, 2 / eps)
        if i == 0 or noisy > highest:
            winner, highest = i, noisy
    return winner
"""
)
VOTES = MAXIMUM.replace("each_within(1)", "each_within(1, monotone=True)").replace("2 / eps", "1 / eps")
