"""The sum of the squares of clamped values.

Claim: ε, when one row may come or go.

Source: ordinary code.

Coupling: the value that comes or goes lies between −bound and bound, and its square between 0 and bound²: at most
bound² units of ε/bound².
"""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps", requires="bound >= 1")
def sum_of_squares(rows: Annotated[list[int], one_added_or_removed()], bound: int, eps: Epsilon) -> int:
    clipped = [clamp(x, -bound, bound) for x in rows]
    return laplace(sum(x * x for x in clipped), bound * bound / eps)
