"""WRONG: return in the middle of the loop, at a row that anybody may have sent."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps")
def first_negative_ends(xs: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    total = 0
    for x in xs:
        if x < 0:
            return laplace(total, 5 / eps)
        total += min(x, 5)
    return laplace(total, 5 / eps)
