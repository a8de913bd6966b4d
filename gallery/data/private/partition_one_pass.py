"""Children and adults are put into two lists in one pass, and each list is counted.

Claim: ε, when one row may come or go.

Source: McSherry, "Privacy Integrated Queries", SIGMOD 2009 (parallel composition).

Coupling: the row that comes or goes lands in one of the two lists. That count moves by 1, for 1 unit of ε; the other
one is the same in both runs.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps")
def partition_one_pass(ages: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> tuple[int, int]:
    children: list[int] = []
    adults: list[int] = []
    for age in ages:
        if age < 18:
            children.append(age)
        else:
            adults.append(age)
    return laplace(len(children), 1 / eps), laplace(len(adults), 1 / eps)
