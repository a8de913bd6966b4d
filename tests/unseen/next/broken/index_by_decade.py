"""Ages index a table of ten decades without being cut, and a run with an age of 100 raises. Witness: no rows against
one of age 100; the left has outputs and the right has none."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps")
def index_by_decade(ages: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> list[int]:
    decades = [0] * 10
    for age in ages:
        decades[max(0, age) // 10] += 1
    return [laplace(people, 1 / eps) for people in decades]
