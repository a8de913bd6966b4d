"""A table of counts, by age class and by region.

Claim: ε, when one row may come or go.

Source: Near, Abuah, "Programming Differential Privacy", the chapter on properties (contingency tables).

Coupling: a row stands in one cell of the table, which moves by 1. All noisy cells equal: 1 unit of ε.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


class Person(NamedTuple):
    age: int
    region: int


@mechanism(epsilon="eps", requires="regions >= 1")
def histogram_two_dimensional(
    people: Annotated[list[Person], one_added_or_removed()],
    regions: int,
    eps: Epsilon,
) -> list[list[int]]:
    table = [[0] * regions for _ in range(4)]
    for person in people:
        if person.region < 0 or person.region >= regions:
            continue
        age_class = min(3, max(0, person.age // 25))
        table[age_class][person.region] += 1
    return [[laplace(cell, 1 / eps) for cell in line] for line in table]
