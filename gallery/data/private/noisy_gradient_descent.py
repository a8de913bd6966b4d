"""A centre of the data by noisy gradient steps: each row pulls by at most `bound`.

Claim: rounds·ρ-zCDP, when one row is added or removed.

Source: Abadi et al., "Deep Learning with Differential Privacy", CCS 2016, without subsampling; accounted as in Bun,
Steinke, TCC 2016.

Why: both runs stand at the same centre, since they have released the same gradients; a row adds at most `bound` to one.
"""

from typing import Annotated

from twinproof import Epsilon, clamp, gaussian, mechanism, one_added_or_removed


@mechanism(zcdp="rounds * rho", requires="rounds >= 0 and bound >= 1 and size >= 1")
def noisy_gradient_descent(
    rows: Annotated[list[int], one_added_or_removed()], rounds: int, bound: int, size: int, rho: Epsilon
) -> int:
    centre = 0
    for _ in range(rounds):
        gradient = 0
        for row in rows:
            gradient += clamp(row - centre, -bound, bound)
        centre += gaussian(gradient, variance=bound * bound / (2 * rho)) // size
    return centre
