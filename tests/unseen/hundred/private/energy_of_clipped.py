"""The sum of the squares of entries that are kept between -5 and 5.

Why: A square of such an entry lies in 0..25, so the sum moves by at most 25.
"""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_within


@mechanism(epsilon="eps")
def energy_of_clipped(signal: Annotated[list[int], one_within(100)], eps: Epsilon) -> int:
    energy = 0
    for sample in signal:
        kept = clamp(sample, -5, 5)
        energy += kept**2
    return laplace(energy, 25 / eps)
