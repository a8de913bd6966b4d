# Judged before running: middling.
from typing import Annotated, NamedTuple

from twinproof import Epsilon, clamp, gaussian, mechanism, one_added_or_removed


class Point(NamedTuple):
    x: int
    y: int


@mechanism(zcdp="rho", requires="steps >= 1 and clip >= 1")
def sgd_slope(points: Annotated[list[Point], one_added_or_removed()], steps: int, clip: int, rho: Epsilon) -> int:
    """Gradient descent on integers. In each step a point moves the sum of gradients by `clip`,
    which costs rho / steps."""
    weight = 0
    for _ in range(steps):
        gradient = 0
        for point in points:
            error = weight * point.x - point.y
            gradient += clamp(error * point.x, -clip, clip)
        weight -= gaussian(gradient, variance=steps * clip**2 / (2 * rho)) // 100
    return weight
