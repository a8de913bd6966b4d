from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(epsilon="eps")
def shares_of_the_original(sales: Annotated[list[int], one_within(1)], eps: Epsilon) -> list[Fraction]:
    """WRONG: the noise goes into a copy, and the shares are those of the original over a noisy total. Sales [0] give share 0
    for sure, sales [1] never do."""
    noisy = list(sales)
    for i in range(len(noisy)):
        noisy[i] += laplace(0, 1 / eps)
    total = max(1, sum(noisy))
    return [Fraction(s, total) for s in sales]
