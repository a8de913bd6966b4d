"""Counts by age with noise for disjoint parts, but the parts overlap. Not private as claimed.

Claim: ε, when one row may come or go. It does not hold; 2ε does.

Source: parallel composition (McSherry, "Privacy Integrated Queries", SIGMOD 2009), used where it does not apply.

What is wrong: who is between 25 and 30 counts in both parts.

A violating pair: the rows () against (27). The counts are (0, 0) against (1, 1); the output (0, 0) loses 2ε.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps")
def overlapping_parts(ages: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> tuple[int, int]:
    young = [age for age in ages if age <= 30]
    middle = [age for age in ages if 25 <= age <= 60]
    return laplace(len(young), 1 / eps), laplace(len(middle), 1 / eps)
