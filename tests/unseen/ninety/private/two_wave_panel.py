"""Two questions of a panel, each with half of a zCDP budget.

middling. Variance 1 / rho around a count costs rho / 2.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, gaussian, mechanism, one_changed


class Person(NamedTuple):
    employed_in_spring: bool
    employed_in_autumn: bool


def released(count, rho):
    return gaussian(count, variance=1 / rho)


@mechanism(zcdp="rho")
def two_wave_panel(panel: Annotated[list[Person], one_changed()], rho: Epsilon) -> list[int]:
    spring = released(sum(int(p.employed_in_spring) for p in panel), rho)
    both = released(sum(int(p.employed_in_spring and p.employed_in_autumn) for p in panel), rho)
    return [spring, max(0, min(both, spring))]
