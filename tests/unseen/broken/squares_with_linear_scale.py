from fractions import Fraction
from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_within

TOP = 4


class Moments(NamedTuple):
    mean: Fraction
    second: Fraction


@mechanism(epsilon="eps", requires="len(marks) >= 1")
def squares_with_linear_scale(marks: Annotated[list[int], one_within(10)], eps: Epsilon) -> Moments:
    """WRONG: the sum of squares moves by up to TOP ** 2, and its scale is the one of the sum. Marks [0] and [4], output (0, 0):
    the sum costs eps / 2 and the squares 16 * eps / 8, together 5 * eps / 2."""
    clipped = [max(0, min(m, TOP)) for m in marks]
    total = laplace(sum(clipped), 2 * TOP / eps)
    squares = laplace(sum(c ** 2 for c in clipped), 2 * TOP / eps)
    return Moments(Fraction(total, len(marks)), Fraction(squares, len(marks)))
