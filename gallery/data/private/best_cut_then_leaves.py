"""A decision stump in two steps: a noisy best cut, then noisy counts of the labels on its two sides.

Claim: ε, when one row may come or go.

Source: ordinary code.

Coupling: the scores move by at most 1, and the same cut is found for ε/2, as in `gallery/data/private/best_cut.py`.
Then the row counts in one of four cells, for 1 unit of ε/2.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


class Example(NamedTuple):
    feature: int
    label: bool


@mechanism(epsilon="eps", requires="cuts >= 1")
def best_cut_then_leaves(
    examples: Annotated[list[Example], one_added_or_removed()],
    cuts: int,
    eps: Epsilon,
) -> tuple[int, list[int]]:
    cut = 0
    highest = 0
    for c in range(cuts):
        agree = sum(1 for e in examples if (e.feature > c) == e.label)
        noisy = laplace(agree, 4 / eps)
        if c == 0 or noisy > highest:
            cut, highest = c, noisy
    leaves = [0, 0, 0, 0]
    for e in examples:
        side = 1 if e.feature > cut else 0
        leaves[2 * side + int(e.label)] += 1
    return cut, [laplace(leaf, 2 / eps) for leaf in leaves]
