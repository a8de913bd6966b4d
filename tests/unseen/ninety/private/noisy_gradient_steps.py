"""Gradient descent for a slope, with clipped gradients and Gaussian noise, a fixed number of steps.

hard. One row moves the clipped gradient by clip; each step costs rho / steps.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, clamp, gaussian, mechanism, one_added_or_removed


class Point(NamedTuple):
    x: int
    y: int


def gradient(point, slope, clip):
    return clamp(point.x * (slope * point.x - point.y), -clip, clip)


@mechanism(zcdp="rho", requires="steps >= 1 and clip >= 1")
def noisy_gradient_steps(
    points: Annotated[list[Point], one_added_or_removed()], start: int, steps: int, clip: int, rho: Epsilon
) -> int:
    slope = start
    for _ in range(steps):
        total = sum(gradient(p, slope, clip) for p in points)
        slope -= gaussian(total, variance=steps * clip * clip / (2 * rho)) // 100
    return slope
