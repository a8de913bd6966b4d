from typing import Annotated

from twinproof import Epsilon, mechanism, one_added_or_removed, permute_and_flip


@mechanism(epsilon="eps", requires="kinds >= 1")
def flip_most_common(rows: Annotated[list[int], one_added_or_removed()], kinds: int, eps: Epsilon) -> int:
    """The most common of the kinds from 0 on."""
    return permute_and_flip([sum(1 for row in rows if row == kind) for kind in range(kinds)], eps)
