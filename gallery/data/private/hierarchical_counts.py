"""Counts at three levels: everybody, each half of a day, and each hour, all with noise.

Claim: ε, when one row may come or go.

Source: Hay, Rastogi, Miklau, Suciu, "Boosting the Accuracy of Differentially Private Histograms Through Consistency",
PVLDB 3(1), 2010, without its last step.

Coupling: a row counts once at each of the three levels: three times 1 unit of ε/3.
"""

from dataclasses import dataclass
from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed

HOURS = 24


@dataclass(frozen=True)
class Levels:
    everybody: int
    morning: int
    afternoon: int
    by_hour: list[int]


@mechanism(epsilon="eps")
def hierarchical_counts(hours: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> Levels:
    by_hour = [0] * HOURS
    for hour in hours:
        by_hour[hour % HOURS] += 1
    morning = sum(by_hour[:12])
    afternoon = sum(by_hour[12:])
    scale = 3 / eps
    return Levels(
        laplace(morning + afternoon, scale),
        laplace(morning, scale),
        laplace(afternoon, scale),
        [laplace(count, scale) for count in by_hour],
    )
