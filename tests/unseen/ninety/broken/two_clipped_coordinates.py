"""Gradient descent in two coordinates, each clipped by itself.

hard. Together they move by sqrt(2) clip; the noise is for clip. Witness: one step, [] and one point: 2 rho.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, clamp, gaussian, mechanism, one_added_or_removed


class Point(NamedTuple):
    x: int
    y: int


@mechanism(zcdp="rho", requires="steps >= 1 and clip >= 1")
def two_clipped_coordinates(
    points: Annotated[list[Point], one_added_or_removed()], steps: int, clip: int, rho: Epsilon
) -> tuple[int, int]:
    a = b = 0
    for _ in range(steps):
        grad_a = sum(clamp(a - p.x, -clip, clip) for p in points)
        grad_b = sum(clamp(b - p.y, -clip, clip) for p in points)
        a -= gaussian(grad_a, variance=steps * clip * clip / (2 * rho))
        b -= gaussian(grad_b, variance=steps * clip * clip / (2 * rho))
    return a, b
