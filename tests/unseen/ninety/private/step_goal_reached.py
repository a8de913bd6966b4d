"""How many wearers reached their goal of steps, under zCDP.

easy. Discrete Gaussian noise of variance 1 / (2 rho) around a count.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, gaussian, mechanism, one_added_or_removed


class Day(NamedTuple):
    steps: int
    goal: int


@mechanism(zcdp="rho")
def step_goal_reached(days: Annotated[list[Day], one_added_or_removed()], rho: Epsilon) -> int:
    reached = sum(1 for day in days if day.steps >= day.goal)
    return gaussian(reached, variance=1 / (2 * rho))
