"""The income of working adults, by functions that call functions: filter, clip, add up, noise.

Claim: ε, when one row may come or go.

Source: ordinary code.

Coupling: the row that comes or goes is dropped by the filter, or adds between 0 and 5000: 5000 units of ε/5000.
"""

from dataclasses import dataclass
from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed

TOP_INCOME = 5000


@dataclass(frozen=True)
class Citizen:
    age: int
    works: bool
    income: int

    def is_adult(self) -> bool:
        return self.age >= 18


def workers(citizens: list[Citizen]) -> list[Citizen]:
    return [citizen for citizen in citizens if citizen.is_adult() and citizen.works]


def clipped_incomes(citizens: list[Citizen]) -> list[int]:
    return [clamp(citizen.income, 0, TOP_INCOME) for citizen in workers(citizens)]


def noisy_sum(values: list[int], sensitivity: int, eps: Epsilon) -> int:
    return laplace(sum(values), sensitivity / eps)


@mechanism(epsilon="eps")
def filtered_pipeline(citizens: Annotated[list[Citizen], one_added_or_removed()], eps: Epsilon) -> int:
    return noisy_sum(clipped_incomes(citizens), TOP_INCOME, eps)
