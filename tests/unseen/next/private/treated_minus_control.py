"""The change under treatment minus the change without, in one noisy number. A patient is in one of the two groups and
moves the difference by at most cap, up or down."""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


class Patient(NamedTuple):
    treated: bool
    before: int
    after: int


def change(patient, cap):
    return clamp(patient.after - patient.before, -cap, cap)


@mechanism(epsilon="eps", requires="cap >= 1")
def treated_minus_control(patients: Annotated[list[Patient], one_added_or_removed()], cap: int, eps: Epsilon) -> int:
    treated = sum(change(patient, cap) for patient in patients if patient.treated)
    control = sum(change(patient, cap) for patient in patients if not patient.treated)
    return laplace(treated - control, cap / eps)
