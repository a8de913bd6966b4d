"""Two counts are told with the same noise on both.

Wrong: Their difference is told exactly. It shows on x = y = 0 and x = 1, y = 0.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, within


@mechanism(epsilon="2 * eps")
def one_draw_for_two(
    x: Annotated[int, within(1)], y: Annotated[int, within(1)], eps: Epsilon
) -> tuple[int, int]:
    noise = laplace(0, 1 / eps)
    return x + noise, y + noise
