"""Cells of a table that are counted and released one after the other, in loops over their keys."""

from enum import Enum
from typing import Annotated, NamedTuple

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed, one_changed, one_user_added_or_removed


class Colour(Enum):
    RED = 0
    GREEN = 1
    BLUE = 2


class Car(NamedTuple):
    colour: Colour
    new: bool
    doors: int
    price: int


class Visit(NamedTuple):
    guest: int
    room: int
    floor: int


@mechanism(epsilon="eps")
def cells_in_ranges(
    cars: Annotated[list[Car], one_added_or_removed()], most: int, prices: int, eps: Epsilon
) -> list[int]:
    """Two loops over public ranges."""
    cells = []
    for doors in range(most):
        for price in range(prices):
            cells.append(laplace(sum(1 for car in cars if car.doors == doors and car.price == price), 1 / eps))
    return cells


@mechanism(epsilon="eps", requires="cap >= 1")
def sums_in_cells(cars: Annotated[list[Car], one_added_or_removed()], cap: int, eps: Epsilon) -> list[int]:
    """A clamped sum for each colour, of new cars and of others."""
    sums = []
    for new in (True, False):
        for colour in Colour:
            total = 0
            for car in cars:
                if car.new == new and car.colour == colour:
                    total += clamp(car.price, 0, cap)
            sums.append(laplace(total, cap / eps))
    return sums


@mechanism(epsilon="eps")
def bands_and_colours(cars: Annotated[list[Car], one_changed()], eps: Epsilon) -> list[int]:
    """Bands of prices, of which each row is in one at most."""
    cells = []
    for colour in Colour:
        for band in range(4):
            n = 0
            for car in cars:
                if car.colour == colour and 10 * band <= car.price < 10 * band + 10:
                    n += 1
            cells.append(laplace(n, 2 / eps))
    return cells


@mechanism(epsilon="eps")
def rooms_of_guests(
    visits: Annotated[list[Visit], one_user_added_or_removed("guest", rows=2)], rooms: int, eps: Epsilon
) -> list[int]:
    """Two rows of a guest, in one loop."""
    cells = []
    for room in range(rooms):
        cells.append(laplace(sum(1 for v in visits if v.room == room), 2 / eps))
    return cells


@mechanism(epsilon="eps")
def old_cars_in_cells(cars: Annotated[list[Car], one_changed()], most: int, eps: Epsilon) -> list[int]:
    """A filter beside the keys, and a list of lists in between."""
    cells = []
    for doors in range(most):
        for colour in (Colour.RED, Colour.BLUE):
            old = [car for car in cars if not car.new and car.doors == doors and car.colour == colour]
            cells.append(laplace(len(old), 2 / eps))
    return cells
