"""A histogram from the smallest row to the largest one. Not private as claimed.

Claim: ε, when one row is replaced. It does not hold, and no other bound does.

Source: ordinary code; a domain inferred from the rows is a slip that Cebere et al. found in libraries ("Privacy in
Theory, Bugs in Practice", PETS 2026).

What is wrong: how many bins there are is told without noise, and with it how far apart the rows are.

A violating pair: the rows (0, 0) against (0, 1). There is one bin on the left, and there are two on the right.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_changed


@mechanism(epsilon="eps", requires="len(ages) >= 1 and width >= 1")
def bins_from_rows(ages: Annotated[list[int], one_changed()], width: int, eps: Epsilon) -> list[int]:
    lowest, highest = min(ages), max(ages)
    counts = []
    start = lowest
    while start <= highest:
        inside = sum(1 for age in ages if start <= age < start + width)
        counts.append(laplace(inside, 2 / eps))
        start += width
    return counts
