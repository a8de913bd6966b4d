"""A clinic network reports how many flu cases there were in a given week.

easy. One patient more or less moves a count by 1.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


class Patient(NamedTuple):
    name: str
    diagnosis: str
    week: int


@mechanism(epsilon="eps")
def flu_cases_this_week(patients: Annotated[list[Patient], one_added_or_removed()], week: int, eps: Epsilon) -> int:
    cases = [p for p in patients if p.diagnosis == "flu" and p.week == week]
    return laplace(len(cases), 1 / eps)
