"""Which readings are above their limits. Every reading may move by 1, so every comparison costs eps over the public
number of readings, and all of them eps."""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(epsilon="eps", requires="len(readings) >= 1")
def device_flags(readings: Annotated[list[int], each_within(1)], limits: list[int], eps: Epsilon) -> list[bool]:
    scale = len(readings) / eps
    return [laplace(reading, scale) > limit for reading, limit in zip(readings, limits)]
