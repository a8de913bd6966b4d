from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_within

TOP = 20
FIRST = Fraction(1, 4)


@dataclass(frozen=True)
class Moments:
    mean: Fraction
    variance: Fraction


@mechanism(epsilon="eps", requires="len(marks) >= 1")
def mean_and_variance(marks: Annotated[list[int], one_within(100)], eps: Epsilon) -> Moments:
    """Mean and variance of marks clipped to [0, TOP]: the sum moves by at most TOP and is released at eps / 4, the sum of
    squares by at most TOP ** 2, at 3 * eps / 4. The rest is post-processing."""
    clipped = [clamp(m, 0, TOP) for m in marks]
    total = laplace(sum(clipped), TOP / (FIRST * eps))
    squares = laplace(sum(c ** 2 for c in clipped), TOP ** 2 / ((1 - FIRST) * eps))
    mean = Fraction(total, len(marks))
    variance = Fraction(squares, len(marks)) - mean ** 2
    return Moments(mean, max(Fraction(0), variance))
