# Judged before running: middling.
from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


class Tree(NamedTuple):
    country: int
    halves: list[int]
    leaves: list[int]


@mechanism(epsilon="eps")
def regional_tree(people: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> Tree:
    """Census: a country, two halves and four regions. A person counts once at each of three levels."""
    leaves = [0, 0, 0, 0]
    for region in people:
        if 0 <= region < 4:
            leaves[region] += 1
    halves = [sum(leaves[:2]), sum(leaves[2:])]
    scale = 3 / eps
    return Tree(
        laplace(sum(halves), scale),
        [laplace(half, scale) for half in halves],
        [laplace(leaf, scale) for leaf in leaves],
    )
