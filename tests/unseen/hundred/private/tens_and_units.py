"""One noisy number is told in two pieces: its tens and its units.

Why: Both pieces are computed from one draw, which costs eps.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, within


class Parts(NamedTuple):
    tens: int
    units: int


@mechanism(epsilon="eps")
def tens_and_units(count: Annotated[int, within(1)], eps: Epsilon) -> Parts:
    noisy = laplace(count, 1 / eps)
    return Parts(tens=noisy // 10, units=noisy % 10)
