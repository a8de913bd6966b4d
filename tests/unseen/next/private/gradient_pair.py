"""The gradient of a line fit, its two coordinates clipped to clip. One example moves the sums by at most 2 * clip ** 2
in squares, and with variance clip ** 2 / rho that is rho-zCDP."""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, clamp, gaussian, mechanism, one_added_or_removed


class Example(NamedTuple):
    x: int
    y: int


@mechanism(zcdp="rho", requires="clip >= 1")
def gradient_pair(
    batch: Annotated[list[Example], one_added_or_removed()], slope: int, offset: int, clip: int, rho: Epsilon
) -> tuple[int, int]:
    by_slope, by_offset = 0, 0
    for example in batch:
        error = slope * example.x + offset - example.y
        by_slope += clamp(error * example.x, -clip, clip)
        by_offset += clamp(error, -clip, clip)
    variance = clip * clip / rho
    return gaussian(by_slope, variance=variance), gaussian(by_offset, variance=variance)
