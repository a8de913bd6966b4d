"""Ages of a village of known size, in four groups.

easy. A person who is replaced leaves one group and joins another: 2 in all.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_changed


@mechanism(epsilon="eps")
def census_age_groups(ages: Annotated[list[int], one_changed()], eps: Epsilon) -> tuple[int, int, int, int]:
    children = youth = adults = seniors = 0
    for age in ages:
        if age < 14:
            children += 1
        elif age < 25:
            youth += 1
        elif age < 65:
            adults += 1
        else:
            seniors += 1
    scale = 2 / eps
    return laplace(children, scale), laplace(youth, scale), laplace(adults, scale), laplace(seniors, scale)
