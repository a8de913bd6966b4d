"""Total rain for each station, when one measurement may be another one, perhaps of another station.

Claim: ε, when one row is replaced.

Source: ordinary code.

Coupling: one station loses at most `most` and another gains at most `most`; with noise of scale 2·most/ε the two cost
ε/2 each. If the row stays with its station, that total moves by at most `most`: ε/2.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, clamp, laplace, mechanism, one_changed


class Rain(NamedTuple):
    station: int
    amount: int


@mechanism(epsilon="eps", requires="most >= 1")
def group_by_sum_changed(
    rows: Annotated[list[Rain], one_changed()],
    stations: int,
    most: int,
    eps: Epsilon,
) -> list[int]:
    def total(station: int) -> int:
        return sum(clamp(row.amount, 0, most) for row in rows if row.station == station)

    return [laplace(total(station), 2 * most / eps) for station in range(stations)]
