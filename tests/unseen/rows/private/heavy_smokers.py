"""How many patients smoke and are forty at least. One row more or less moves it by one."""

from dataclasses import dataclass
from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@dataclass(frozen=True)
class Patient:
    age: int
    smoker: bool
    packs: int


@mechanism(epsilon="eps")
def heavy_smokers(patients: Annotated[list[Patient], one_added_or_removed()], eps: Epsilon) -> int:
    matching = [p for p in patients if p.smoker and p.age >= 40 and not p.packs < 1]
    return laplace(len(matching), 1 / eps)
