"""The mean of ratings from 0 to 10 with noise on the grid that means of so many ratings lie on. One is replaced, so the
mean moves by at most 10 / n, which is the scale times eps."""

from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_changed


@mechanism(epsilon="eps", requires="len(ratings) >= 1")
def stars_on_grid(ratings: Annotated[list[int], one_changed()], eps: Epsilon) -> Fraction:
    n = len(ratings)
    mean = Fraction(sum(clamp(rating, 0, 10) for rating in ratings), n)
    return laplace(mean, Fraction(10, n) / eps, grid=n)
