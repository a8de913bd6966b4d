# Judged before running: hard.
from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(epsilon="eps", requires="len(bits) == 8")
def binary_tree_counter(bits: Annotated[list[int], one_within(1)], eps: Epsilon) -> list[int]:
    """The binary mechanism for eight steps: each entry is in one block of each of four widths."""
    nodes: list[int] = []
    width = 1
    while width <= 8:
        for block in range(8 // width):
            start = block * width
            nodes.append(laplace(sum(bits[start : start + width]), 4 / eps))
        width *= 2
    return nodes
