"""How many whole crates of d bottles all deliveries make, each delivery by itself.

Why: One delivery moves by at most d, so its number of whole crates moves by at most 1.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(epsilon="eps", requires="d >= 1")
def whole_crates(bottles: Annotated[list[int], one_within("d")], d: int, eps: Epsilon) -> int:
    crates = 0
    for delivery in bottles:
        crates += delivery // d
    return laplace(crates, 1 / eps)
