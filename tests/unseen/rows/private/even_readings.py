"""Even readings, counted by a while loop. One replaced reading moves the count by one."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_changed


@mechanism(epsilon="eps")
def even_readings(readings: Annotated[list[int], one_changed()], eps: Epsilon) -> int:
    i = 0
    even = 0
    while i < len(readings):
        if readings[i] % 2 == 0:
            even += 1
        i += 1
    return laplace(even, 1 / eps)
