"""How many people live in a home, and how many of them are vaccinated: half of the budget each.

easy. Both counts move by 1 at most.
"""

from dataclasses import dataclass
from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@dataclass(frozen=True)
class Resident:
    age: int
    vaccinated: bool


@mechanism(epsilon="eps")
def vaccinated_and_total(
    residents: Annotated[list[Resident], one_added_or_removed()], eps: Epsilon
) -> tuple[int, int]:
    half = eps / 2
    total = laplace(len(residents), 1 / half)
    vaccinated = laplace(sum(1 for r in residents if r.vaccinated), 1 / half)
    return total, vaccinated
