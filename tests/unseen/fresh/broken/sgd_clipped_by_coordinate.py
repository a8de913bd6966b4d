# Judged before running: middling.
from typing import Annotated, NamedTuple

from twinproof import Epsilon, clamp, gaussian, mechanism, one_added_or_removed


class Example(NamedTuple):
    dx: int
    dy: int


@mechanism(zcdp="rho", requires="clip >= 1")
def sgd_clipped_by_coordinate(
    batch: Annotated[list[Example], one_added_or_removed()], clip: int, rho: Epsilon
) -> tuple[int, int]:
    """The bug: each coordinate is clipped, so the norm is up to clip * sqrt(2), and the noise is for clip.
    Witness: [] and [(clip, clip)]: 2 rho."""
    gx = sum(clamp(example.dx, -clip, clip) for example in batch)
    gy = sum(clamp(example.dy, -clip, clip) for example in batch)
    variance = clip**2 / (2 * rho)
    return gaussian(gx, variance=variance), gaussian(gy, variance=variance)
