# Judged before running: easy.
from enum import Enum
from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


class System(Enum):
    IOS = 0
    ANDROID = 1


@mechanism(epsilon="eps")
def crashes_and_total(crashes: Annotated[list[System], one_added_or_removed()], eps: Epsilon) -> dict[str, int]:
    """The bug: a row counts for its system and for all, and each noise has the whole budget.
    Witness: [] and [IOS] with output (all 0, ios 0, android 0): a loss of 2 eps."""
    counts = {"all": 0, "ios": 0, "android": 0}
    for crash in crashes:
        counts["all"] += 1
        if crash is System.IOS:
            counts["ios"] += 1
        else:
            counts["android"] += 1
    return {name: laplace(count, 1 / eps) for name, count in counts.items()}
