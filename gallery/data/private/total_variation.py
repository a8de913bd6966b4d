"""How much a series goes up and down: the sum of the differences between neighbouring rows.

Claim: ε, when one row is replaced.

Source: ordinary code; compare `gallery/data/broken/total_variation_one_term.py`.

Coupling: a replaced value stands in two of the differences, each of which lies between 0 and b: at most 2b units of
ε/(2b).
"""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_changed


@mechanism(epsilon="eps", requires="b >= 1")
def total_variation(series: Annotated[list[int], one_changed()], b: int, eps: Epsilon) -> int:
    values = [clamp(x, 0, b) for x in series]
    total = 0
    for i in range(1, len(values)):
        total += abs(values[i] - values[i - 1])
    return laplace(total, 2 * b / eps)
