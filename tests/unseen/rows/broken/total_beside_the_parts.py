"""WRONG: the parts are disjoint, the total is not a part."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps")
def total_beside_the_parts(ages: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> list[int]:
    young = [a for a in ages if a < 30]
    old = [a for a in ages if a >= 30]
    return [laplace(n, 1 / eps) for n in (len(young), len(old), len(ages))]
