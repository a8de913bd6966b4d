from fractions import Fraction
from typing import Annotated

from twinproof import laplace, mechanism, one_within


@mechanism(epsilon="1 / 2")
def market_shares(sales: Annotated[list[int], one_within(1)]) -> list[Fraction]:
    """Shares out of noisy counts: one count moves by 1, at 1 / 2. Cutting off at zero and normalising see only noisy
    counts."""
    noisy = [max(0, laplace(s, 2)) for s in sales]
    total = sum(noisy)
    if total == 0:
        return [Fraction(0) for _ in noisy]
    return [Fraction(n, total) for n in noisy]
