"""One step of gradient descent with noise for clipped gradients, which nobody clipped. Not private as claimed.

Claim: ε, when one row may come or go. It does not hold, and no other bound does.

Source: ordinary code. Compare `gallery/data/private/gradient_steps.py`.

What is wrong: the gradient of one row is as large as the row makes it.

A violating pair: b = 1, weight = 0, the rows () against ((2, −1)). The sums are 0 and 2, with noise of scale 1/ε; the
output 0 loses 2ε.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


class Point(NamedTuple):
    x: int
    y: int


@mechanism(epsilon="eps", requires="b >= 1")
def gradient_unclipped(
    points: Annotated[list[Point], one_added_or_removed()],
    weight: int,
    b: int,
    eps: Epsilon,
) -> int:
    total = 0
    for point in points:
        total += (weight * point.x - point.y) * point.x
    return weight - laplace(total, b / eps)
