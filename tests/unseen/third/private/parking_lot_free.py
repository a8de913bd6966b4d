"""How many places of a parking lot are free. A car more or less moves the number of parked ones by at most 1, and the
subtraction and the cuts come after the noise."""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


class Car(NamedTuple):
    plate: int
    parked: bool


@mechanism(epsilon="eps", requires="places >= 1")
def parking_lot_free(cars: Annotated[list[Car], one_added_or_removed()], places: int, eps: Epsilon) -> int:
    taken = laplace(sum(1 for car in cars if car.parked), 1 / eps)
    free = places - taken
    return min(max(free, 0), places)
