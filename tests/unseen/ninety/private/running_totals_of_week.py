"""Running totals from noisy daily numbers; a customer buys on one day, for 5 at most.

middling. The prefix sums are post-processing.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(epsilon="eps")
def running_totals_of_week(daily: Annotated[list[int], one_within(5)], eps: Epsilon) -> list[int]:
    noisy = [laplace(day, 5 / eps) for day in daily]
    totals = []
    running = 0
    for value in noisy:
        running += value
        totals.append(max(0, running))
    return totals
