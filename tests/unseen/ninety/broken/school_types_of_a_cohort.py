"""A cohort of known size by type of school.

easy. A pupil who is replaced moves two bins; the noise is for one. Witness: [GRAMMAR] and [PRIMARY]: loss 2 eps.
"""

from enum import Enum
from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_changed


class School(Enum):
    PRIMARY = 1
    GRAMMAR = 2
    VOCATIONAL = 3


@mechanism(epsilon="eps")
def school_types_of_a_cohort(pupils: Annotated[list[School], one_changed()], eps: Epsilon) -> list[int]:
    return [laplace(sum(1 for p in pupils if p is school), 1 / eps) for school in School]
