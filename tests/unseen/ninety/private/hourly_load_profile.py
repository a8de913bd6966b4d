"""A load profile in which one household may move every hour by 2 kW, so every hour gets its share of the budget.

easy. n draws of scale 2 n / eps cost eps / n each.
"""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(epsilon="eps", requires="len(loads) >= 1")
def hourly_load_profile(loads: Annotated[list[int], each_within(2)], eps: Epsilon) -> list[int]:
    profile: list[int] = []
    for load in loads:
        profile.append(laplace(load, 2 * len(loads) / eps))
    return profile
