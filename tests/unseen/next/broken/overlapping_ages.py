"""Adults and seniors are counted as if they were disjoint, but a senior is an adult. Witness: no rows against one of
age 70; the output 0, 0 has a loss of twice eps."""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


class Resident(NamedTuple):
    age: int
    street: int


@mechanism(epsilon="eps")
def overlapping_ages(residents: Annotated[list[Resident], one_added_or_removed()], eps: Epsilon) -> dict[str, int]:
    groups = {"minors": 0, "adults": 0, "seniors": 0}
    for resident in residents:
        if resident.age < 18:
            groups["minors"] += 1
        if resident.age >= 18:
            groups["adults"] += 1
        if resident.age >= 65:
            groups["seniors"] += 1
    return {group: laplace(count, 1 / eps) for group, count in groups.items()}
