"""A histogram of ages in four bins, where one person's age may be replaced by any other.

Why: A replaced row leaves one bin and enters another, so two counts move by 1 at rate eps / 2 each.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_changed


@mechanism(epsilon="eps")
def quarters_of_life(ages: Annotated[list[int], one_changed()], eps: Epsilon) -> list[int]:
    bins = [0] * 4
    for age in ages:
        bins[min(max(age // 25, 0), 3)] += 1
    return [laplace(count, 2 / eps) for count in bins]
