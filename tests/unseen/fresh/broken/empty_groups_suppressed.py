# Judged before running: middling.
from typing import Annotated, Optional

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed

CLINICS = ("north", "south")


@mechanism(epsilon="eps")
def empty_groups_suppressed(
    patients: Annotated[list[str], one_added_or_removed()], eps: Epsilon
) -> list[tuple[str, Optional[int]]]:
    """The bug: clinics without patients are blanked before the noise. Witness: [] and ["north"]: None for north is
    sure on the left and impossible on the right."""
    table = []
    for clinic in CLINICS:
        n = len([patient for patient in patients if patient == clinic])
        table.append((clinic, None if n == 0 else laplace(n, 1 / eps)))
    return table
