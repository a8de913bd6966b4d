"""The age of the oldest patient, with noise for a count: "one patient changes one value". Witness: no rows against one
of age 120; the maximum moves from 0 to 120, and the noise is for 1."""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps")
def oldest_patient(ages: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    oldest = max((clamp(age, 0, 120) for age in ages), default=0)
    return laplace(oldest, 1 / eps)
