from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within, uniform


@mechanism(epsilon="eps", requires="len(cells) >= 1")
def uniform_rotation(cells: Annotated[list[int], one_within(1)], eps: Epsilon) -> list[int]:
    """Noisy cells, turned by a random number of places."""
    turn = uniform(0, len(cells) - 1)
    noisy = [laplace(cell, 1 / eps) for cell in cells]
    return noisy[turn:] + noisy[:turn]
