"""The sum of the products of two columns: hours worked, and how far the wage is above or below a reference.

Claim: ε, when one row may come or go.

Source: ordinary code.

Coupling: hours lie between 0 and 60 and differences between −100 and 100, so one product lies between −6000 and 6000:
at most 6000 units of ε/6000.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed

HOURS = 60
SPREAD = 100


class Job(NamedTuple):
    hours: int
    difference: int


@mechanism(epsilon="eps")
def sum_of_products(jobs: Annotated[list[Job], one_added_or_removed()], eps: Epsilon) -> int:
    total = 0
    for job in jobs:
        hours = clamp(job.hours, 0, HOURS)
        difference = clamp(job.difference, -SPREAD, SPREAD)
        total += hours * difference
    return laplace(total, HOURS * SPREAD / eps)
