"""One three-way marginal: a table of 2 × 2 × 3 cells, and its sums computed from the noisy cells.

Claim: ε, when one row is replaced.

Source: as `gallery/data/private/marginals_two_way.py`.

Coupling: a replaced row leaves one cell and enters another: two times 1 unit of ε/2. Smaller tables come from the noisy
cells.
"""

from enum import Enum
from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_changed


class Level(Enum):
    LOW = 0
    MIDDLE = 1
    HIGH = 2


class Patient(NamedTuple):
    smokes: bool
    ill: bool
    pressure: Level


@mechanism(epsilon="eps")
def marginals_three_way(patients: Annotated[list[Patient], one_changed()], eps: Epsilon) -> tuple[list[int], int]:
    cells = []
    smokers = 0
    for smokes in (False, True):
        for ill in (False, True):
            for level in Level:
                count = 0
                for patient in patients:
                    if patient.smokes == smokes and patient.ill == ill and patient.pressure == level:
                        count += 1
                noisy = laplace(count, 2 / eps)
                cells.append(noisy)
                if smokes:
                    smokers += noisy
    return cells, smokers
