"""For each department, how many people there are and the sum of their salaries up to a cap.

Why: A row belongs to one department; its count moves by 1 (eps / 2) and its sum by at most cap (eps / 2).
"""

from dataclasses import dataclass
from enum import Enum
from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


class Department(Enum):
    SALES = 1
    LAB = 2


@dataclass(frozen=True)
class Person:
    department: Department
    salary: int


@mechanism(epsilon="eps", requires="cap >= 1")
def by_department(
    people: Annotated[list[Person], one_added_or_removed()], cap: int, eps: Epsilon
) -> list[tuple[int, int]]:
    heads = {department: 0 for department in Department}
    pay = {department: 0 for department in Department}
    for person in people:
        heads[person.department] += 1
        pay[person.department] += min(max(person.salary, 0), cap)
    return [(laplace(heads[d], 2 / eps), laplace(pay[d], 2 * cap / eps)) for d in Department]
