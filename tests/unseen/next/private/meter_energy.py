"""Total energy of smart meters with Gaussian noise. A household counts for 0 to cap, so the total moves by cap at most,
and cap ** 2 / (2 * variance) is rho."""

from dataclasses import dataclass
from typing import Annotated

from twinproof import Epsilon, clamp, gaussian, mechanism, one_added_or_removed


@dataclass(frozen=True)
class Meter:
    household: int
    watt_hours: int


@mechanism(zcdp="rho", requires="cap >= 1")
def meter_energy(meters: Annotated[list[Meter], one_added_or_removed()], cap: int, rho: Epsilon) -> int:
    total = sum(clamp(meter.watt_hours, 0, cap) for meter in meters)
    return gaussian(total, variance=cap * cap / (2 * rho))
