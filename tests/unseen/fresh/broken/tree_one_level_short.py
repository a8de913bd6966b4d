# Judged before running: easy.
from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(epsilon="eps", requires="len(bits) == 4")
def tree_one_level_short(bits: Annotated[list[int], one_within(1)], eps: Epsilon) -> list[int]:
    """The bug: log2(4) = 2 is taken for the number of levels, and there are three (1, 2 and 4 wide).
    Witness: [0, 0, 0, 0] and [1, 0, 0, 0] with zeros everywhere: 3 eps / 2."""
    nodes = [laplace(bit, 2 / eps) for bit in bits]
    for i in range(2):
        nodes.append(laplace(sum(bits[2 * i : 2 * i + 2]), 2 / eps))
    nodes.append(laplace(sum(bits), 2 / eps))
    return nodes
