# Judged before running: middling.
from dataclasses import dataclass
from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


@dataclass(frozen=True)
class Patient:
    age: int
    ward: int


@dataclass(frozen=True)
class Report:
    patients: int
    years: int
    wards: list[int]


WARDS = (1, 2, 3)


@mechanism(epsilon="eps")
def budget_report(patients: Annotated[list[Patient], one_added_or_removed()], eps: Epsilon) -> Report:
    """Three releases: a quarter for the count, half for the years, a quarter for the wards, which are disjoint."""
    rest = eps
    for_count = eps / 4
    rest = rest - for_count
    for_years = eps / 2
    rest = rest - for_years
    wards = [sum(1 for patient in patients if patient.ward == ward) for ward in WARDS]
    return Report(
        patients=laplace(len(patients), 1 / for_count),
        years=laplace(sum(clamp(patient.age, 0, 110) for patient in patients), 110 / for_years),
        wards=[laplace(ward, 4 / eps) for ward in wards],
    )
