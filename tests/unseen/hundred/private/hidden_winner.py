"""A noisy winner is picked from one private list; only the noisy cost of that winner in another list is told.

Why: The pick costs a although it is not told, and the cost at that position moves by 1 and costs b.
"""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(epsilon="a + b", requires="len(gains) >= 1 and len(costs) == len(gains)")
def hidden_winner(
    gains: Annotated[list[int], each_within(1)],
    costs: Annotated[list[int], each_within(1)],
    a: Epsilon,
    b: Epsilon,
) -> int:
    noisy_gains = [laplace(gain, 2 / a) for gain in gains]
    winner = max(range(len(noisy_gains)), key=noisy_gains.__getitem__)
    return laplace(costs[winner], 1 / b)
