"""Which sensors sent many rows, until limit of them did: Sparse Vector over counts of rows."""

from dataclasses import dataclass
from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@dataclass(frozen=True)
class Signal:
    sensor: int
    strong: bool


@mechanism(epsilon="eps", requires="limit >= 1")
def alarms_by_sensor(
    signals: Annotated[list[Signal], one_added_or_removed()], sensors: int, bar: int, limit: int, eps: Epsilon
) -> list[bool]:
    noisy_bar = laplace(bar, 2 / eps)
    out: list[bool] = []
    found = 0
    for sensor in range(sensors):
        n = len([s for s in signals if s.strong and s.sensor == sensor])
        if laplace(n, 4 * limit / eps) >= noisy_bar:
            out.append(True)
            found += 1
            if found == limit:
                break
        else:
            out.append(False)
    return out
