"""Two counts of the same rows, with two budgets.

Claim: ε₁ + ε₂, when one row may come or go.

Source: Near, Abuah, "Programming Differential Privacy", the chapter on properties (sequential composition).

Coupling: each count moves by at most 1: 1 unit of ε₁ and 1 unit of ε₂.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


class Person(NamedTuple):
    age: int
    income: int


@mechanism(epsilon="eps_1 + eps_2")
def two_counts(
    people: Annotated[list[Person], one_added_or_removed()],
    eps_1: Epsilon,
    eps_2: Epsilon,
) -> tuple[int, int]:
    old = 0
    rich = 0
    for person in people:
        if person.age >= 65:
            old += 1
        if person.income > 50_000:
            rich += 1
    return laplace(old, 1 / eps_1), laplace(rich, 1 / eps_2)
