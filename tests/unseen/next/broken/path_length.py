"""The length of a path over positions from 0 to cap, one of them replaced, with noise for one step; but a position has
two steps. Witness: [0, 0, 0] against [0, cap, 0]; the length moves by 2 * cap."""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_changed


@mechanism(epsilon="eps", requires="cap >= 1")
def path_length(positions: Annotated[list[int], one_changed()], cap: int, eps: Epsilon) -> int:
    inside = [clamp(position, 0, cap) for position in positions]
    length = sum(abs(after - before) for before, after in zip(inside, inside[1:]))
    return laplace(length, cap / eps)
