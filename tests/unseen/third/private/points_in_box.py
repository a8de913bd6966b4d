"""How many of a known number of positions are inside a box. One position is replaced, which moves the number by at most
1, whatever the coordinates are."""

from dataclasses import dataclass
from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_changed

LEFT, RIGHT = 0, 100
LOWER, UPPER = 0, 50


@dataclass(frozen=True)
class Point:
    x: int
    y: int


def inside(point):
    return LEFT <= point.x <= RIGHT and LOWER <= point.y <= UPPER


@mechanism(epsilon="eps")
def points_in_box(points: Annotated[list[Point], one_changed()], eps: Epsilon) -> int:
    return laplace(sum(1 for point in points if inside(point)), 1 / eps)
