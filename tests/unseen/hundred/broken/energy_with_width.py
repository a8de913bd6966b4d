"""The sum of the squares of entries that are kept between -5 and 5.

Wrong: The noise is for the width 10, but a square moves by up to 25. It shows on [0] and [5].
"""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_within


@mechanism(epsilon="eps")
def energy_with_width(signal: Annotated[list[int], one_within(100)], eps: Epsilon) -> int:
    energy = 0
    for sample in signal:
        kept = clamp(sample, -5, 5)
        energy += kept**2
    return laplace(energy, 10 / eps)
