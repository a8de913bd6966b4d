"""The mean is rounded down before the noise, whose scale is cap / (n * eps), but a rounded mean moves by 1 at least.
Witness: cap = 1, rows [1, 1] against [0, 1]; the loss is twice eps."""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, clamp, laplace, mechanism, one_changed


class Reading(NamedTuple):
    meter: int
    litres: int


@mechanism(epsilon="eps", requires="cap >= 1 and len(readings) >= 1")
def floor_of_mean(readings: Annotated[list[Reading], one_changed()], cap: int, eps: Epsilon) -> int:
    n = len(readings)
    mean = sum(clamp(reading.litres, 0, cap) for reading in readings) // n
    return laplace(mean, cap / (n * eps))
