"""How many people are at least forty and married.

Claim: ε, when one row may come or go.

Source: Near, Abuah, "Programming Differential Privacy", the chapter on differential privacy (a counting query).

Coupling: the one row that differs is counted or it is not, so the counts differ by at most 1: 1 unit of ε.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


class Person(NamedTuple):
    age: int
    married: bool


@mechanism(epsilon="eps")
def count_where(rows: Annotated[list[Person], one_added_or_removed()], eps: Epsilon) -> int:
    selected = [person for person in rows if person.age >= 40 and person.married]
    return laplace(len(selected), 1 / eps)
