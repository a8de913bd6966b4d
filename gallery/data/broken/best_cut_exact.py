"""A decision stump at the exact best cut, with noise on the leaves only. Not private as claimed.

Claim: ε, when one row may come or go. It does not hold, and no other bound does.

Source: ordinary code. Compare `gallery/data/private/best_cut_then_leaves.py`.

What is wrong: the cut is chosen without noise, and released.

A violating pair: cuts = 2, no examples against one with feature 1 and the label False. The best cut is 0, the first of
two that are equal, against 1.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


class Example(NamedTuple):
    feature: int
    label: bool


@mechanism(epsilon="eps", requires="cuts >= 1")
def best_cut_exact(
    examples: Annotated[list[Example], one_added_or_removed()],
    cuts: int,
    eps: Epsilon,
) -> tuple[int, int, int]:
    def agree(cut: int) -> int:
        return sum(1 for e in examples if (e.feature > cut) == e.label)

    best = max(range(cuts), key=agree)
    left = sum(1 for e in examples if e.feature <= best)
    right = sum(1 for e in examples if e.feature > best)
    return best, laplace(left, 1 / eps), laplace(right, 1 / eps)
