"""A total in units, with noise for cap // unit units. Not private as claimed.

Claim: ε, when one row may come or go. It does not hold, and no other bound does.

Source: ordinary code; a sensitivity that becomes 0 for some parameters is a slip that Cebere et al. found in libraries
("Privacy in Theory, Bugs in Practice", PETS 2026).

What is wrong: the sensitivity is rounded down. Where the unit is larger than the cap it is 0, and then there is no
noise at all; a few rows still fill a unit.

A violating pair: cap = 1, unit = 2, the rows (1) against (1, 1). The totals are 0 and 1, without noise.
"""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


def noisy(value, sensitivity, eps):
    if sensitivity == 0:
        return value
    return laplace(value, sensitivity / eps)


@mechanism(epsilon="eps", requires="cap >= 0 and unit >= 1")
def no_noise_for_small_units(
    grams: Annotated[list[int], one_added_or_removed()], cap: int, unit: int, eps: Epsilon
) -> int:
    total = sum(clamp(g, 0, cap) for g in grams)
    return noisy(total // unit, cap // unit, eps)
