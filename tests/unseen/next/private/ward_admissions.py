"""Critical admissions of one ward. One admission more or less moves the count by at most 1, and the noise has scale 1 /
eps; the cut at zero comes after the noise."""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


class Admission(NamedTuple):
    ward: str
    severity: int
    emergency: bool


def is_critical(admission):
    return admission.emergency and admission.severity >= 4


@mechanism(epsilon="eps")
def ward_admissions(admissions: Annotated[list[Admission], one_added_or_removed()], ward: str, eps: Epsilon) -> int:
    critical = 0
    for admission in admissions:
        if admission.ward == ward and is_critical(admission):
            critical += 1
    return max(0, laplace(critical, 1 / eps))
