from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


class GridNoise:
    """Noise in tenths, for a query that moves by at most `tenths` tenths."""

    def __init__(self, tenths, eps):
        self.scale = tenths / (10 * eps)

    def add(self, value):
        return laplace(value, self.scale, grid=10)


@mechanism(epsilon="eps")
def weighted_rating_grid(
    stars: Annotated[list[int], one_within(1)], weights: list[int], eps: Epsilon
) -> Fraction:
    """A weighted sum with public weights in tenths. One rating moves by 1, so the sum moves by at most the largest weight,
    which (or 1, if that is more) sets the scale."""
    heaviest = max([1] + [abs(w) for w in weights])
    total = Fraction(sum(w * s for w, s in zip(weights, stars)), 10)
    noise = GridNoise(heaviest, eps)
    return noise.add(total)
