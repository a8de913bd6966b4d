"""The consumption of a street with a known number of meters, each reading taken between 5 and 55 kWh.

easy. A reading that is replaced moves the sum by 55 - 5 = 50 at most.
"""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_changed

LEAST = 5
MOST = 55


@mechanism(epsilon="eps")
def meter_kwh_total(readings: Annotated[list[int], one_changed()], eps: Epsilon) -> int:
    total = 0
    for kwh in readings:
        total += clamp(kwh, LEAST, MOST)
    return laplace(total, (MOST - LEAST) / eps)
