from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_within


@mechanism(epsilon="eps", requires="cap >= 1")
def grid_total_in_cents(cents: Annotated[list[int], one_within(100000)], cap: int, eps: Epsilon) -> Fraction:
    """A total in whole currency units with noise on the grid of cents. Each amount is clipped to [0, cap] cents, so the total
    moves by at most cap / 100, the scale times eps; it lies on the grid."""
    total = Fraction(sum(clamp(c, 0, cap) for c in cents), 100)
    noisy = laplace(total, cap / (100 * eps), grid=100)
    return max(Fraction(0), noisy)
