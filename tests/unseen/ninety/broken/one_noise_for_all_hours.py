"""The load of each hour, each with noise.

easy. It is the same noise for all hours: differences are exact. Witness: [0, 0] and [1, 0], output (x, x).
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(epsilon="eps")
def one_noise_for_all_hours(loads: Annotated[list[int], one_within(1)], eps: Epsilon) -> list[int]:
    noise = laplace(0, 1 / eps)
    return [load + noise for load in loads]
