"""Four quarters, two halves and the year, as a tree of noisy sums. One quarter moves by 1, and so does one number on
each of the three levels; each costs eps / 3."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(epsilon="eps", requires="len(quarters) == 4")
def dyadic_counts(quarters: Annotated[list[int], one_within(1)], eps: Epsilon) -> list[list[int]]:
    def level(width):
        return [laplace(sum(quarters[start : start + width]), 3 / eps) for start in range(0, 4, width)]

    return [level(1), level(2), level(4)]
