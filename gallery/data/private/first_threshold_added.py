"""The first of the public thresholds under which there are enough rows; half the noise on the counts.

Claim: ε, when one row may come or go: then no two counts move in opposite directions.

Source: Lyu, Su, Li, "Understanding the Sparse Vector Technique for Differential Privacy", PVLDB 10(6), 2017 (monotone
queries).

Coupling: if the right counts are the higher ones, the bar is 1 higher on the right (1 unit of ε/2), and the count that
is found too: 1 minus what it moved by is 0 or 1 unit of ε/2. If they are the lower ones, the bars are equal, and the
count that is found is equal too: 0 or 1 unit of ε/2. All other noise is the same.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


class Patient(NamedTuple):
    age: int
    ill: bool


@mechanism(epsilon="eps", requires="oldest >= 0")
def first_threshold_added(
    patients: Annotated[list[Patient], one_added_or_removed()],
    oldest: int,
    enough: int,
    eps: Epsilon,
) -> int:
    bar = laplace(enough, 2 / eps)
    age = 0
    found = False
    while age < oldest and not found:
        ill = 0
        for patient in patients:
            if patient.ill and patient.age <= age:
                ill += 1
        if laplace(ill, 2 / eps) >= bar:
            found = True
        else:
            age += 1
    return age
