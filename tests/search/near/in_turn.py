"""Cells that are counted and released one after the other, where a row is in more of them than was paid for."""

from enum import Enum
from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed, one_changed, one_user_added_or_removed


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
def cells_in_ranges_changed(
    cars: Annotated[list[Car], one_changed()], most: int, prices: int, eps: Epsilon
) -> list[int]:
    """A row that is replaced leaves one cell and enters another."""
    cells = []
    for doors in range(most):
        for price in range(prices):
            cells.append(laplace(sum(1 for car in cars if car.doors == doors and car.price == price), 1 / eps))
    return cells


@mechanism(epsilon="eps")
def an_outer_key_forgotten(cars: Annotated[list[Car], one_added_or_removed()], most: int, eps: Epsilon) -> list[int]:
    """A row counts once for each number of doors."""
    cells = []
    for _ in range(most):
        for colour in Colour:
            cells.append(laplace(sum(1 for car in cars if car.colour == colour), 1 / eps))
    return cells


@mechanism(epsilon="eps")
def an_inner_key_forgotten(cars: Annotated[list[Car], one_changed()], eps: Epsilon) -> list[int]:
    """A row counts for each colour."""
    cells = []
    for new in (False, True):
        for _ in Colour:
            cells.append(laplace(sum(1 for car in cars if car.new == new), 2 / eps))
    return cells


@mechanism(epsilon="eps", requires="cap >= 1")
def sums_in_cells_unclamped(cars: Annotated[list[Car], one_added_or_removed()], cap: int, eps: Epsilon) -> list[int]:
    """No lower bound."""
    sums = []
    for new in (True, False):
        for colour in Colour:
            total = 0
            for car in cars:
                if car.new == new and car.colour == colour:
                    total += min(car.price, cap)
            sums.append(laplace(total, cap / eps))
    return sums


@mechanism(epsilon="eps")
def bands_that_overlap(cars: Annotated[list[Car], one_changed()], eps: Epsilon) -> list[int]:
    """`<=` where `<` was meant: a price of 10 is in two bands."""
    cells = []
    for colour in Colour:
        for band in range(4):
            n = 0
            for car in cars:
                if car.colour == colour and 10 * band <= car.price <= 10 * band + 10:
                    n += 1
            cells.append(laplace(n, 2 / eps))
    return cells


@mechanism(epsilon="eps")
def a_key_twice(cars: Annotated[list[Car], one_added_or_removed()], most: int, eps: Epsilon) -> list[int]:
    """The same key in two rounds."""
    cells = []
    for doors in range(most):
        for new in (False, True, True):
            cells.append(laplace(sum(1 for car in cars if car.doors == doors and car.new == new), 1 / eps))
    return cells


@mechanism(epsilon="eps")
def half_of_the_doors(cars: Annotated[list[Car], one_added_or_removed()], most: int, eps: Epsilon) -> list[int]:
    """Two rounds of the outer loop have the same cell."""
    cells = []
    for doors in range(most):
        for colour in Colour:
            n = sum(1 for car in cars if car.doors == doors // 2 and car.colour == colour)
            cells.append(laplace(n, 1 / eps))
    return cells


@mechanism(epsilon="eps")
def rooms_of_three_rows(
    visits: Annotated[list[Visit], one_user_added_or_removed("guest", rows=3)], rooms: int, eps: Epsilon
) -> list[int]:
    """Three rows of a guest, and noise for two."""
    cells = []
    for room in range(rooms):
        cells.append(laplace(sum(1 for v in visits if v.room == room), 2 / eps))
    return cells
