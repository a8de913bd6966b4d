"""A census table of household types. A household has one type, so one household more moves one cell by 1, and all cells
are there whatever the data."""

from enum import Enum
from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


class Household(Enum):
    SINGLE = "single"
    COUPLE = "couple"
    FAMILY = "family"
    SHARED = "shared"


class Form(NamedTuple):
    district: int
    household: Household


@mechanism(epsilon="eps")
def household_types(forms: Annotated[list[Form], one_added_or_removed()], eps: Epsilon) -> dict[Household, int]:
    table = {kind: 0 for kind in Household}
    for form in forms:
        table[form.household] += 1
    return {kind: laplace(count, 1 / eps) for kind, count in table.items()}
