from enum import Enum
from typing import Annotated

from twinproof import Epsilon, mechanism, one_changed, randomized_choice


class Colour(Enum):
    RED = 0
    GREEN = 1
    BLUE = 2


@mechanism(epsilon="eps")
def choice_of_colour(rows: Annotated[list[Colour], one_changed()], eps: Epsilon) -> list[int]:
    """How often each colour is reported."""
    reports = [0, 0, 0]
    for row in rows:
        reports[randomized_choice(row.value, 3, eps)] += 1
    return reports
