"""All that is needed to fit a line: the count and the sums of x, y, x² and x·y, each with a fifth of the budget.

Claim: ε, when one row may come or go.

Source: the sufficient statistics of simple linear regression; ordinary code.

Coupling: with x and y between 0 and b a row moves the count by 1, the sums of x and y by at most b, and those of x² and
x·y by at most b². Each answer costs at most ε/5.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


class Point(NamedTuple):
    x: int
    y: int


class Sums(NamedTuple):
    n: int
    x: int
    y: int
    xx: int
    xy: int


@mechanism(epsilon="eps", requires="b >= 1")
def line_fit_sums(points: Annotated[list[Point], one_added_or_removed()], b: int, eps: Epsilon) -> Sums:
    n = sx = sy = sxx = sxy = 0
    for point in points:
        x = clamp(point.x, 0, b)
        y = clamp(point.y, 0, b)
        n += 1
        sx += x
        sy += y
        sxx += x * x
        sxy += x * y
    part = eps / 5
    return Sums(
        laplace(n, 1 / part),
        laplace(sx, b / part),
        laplace(sy, b / part),
        laplace(sxx, b**2 / part),
        laplace(sxy, b**2 / part),
    )
