"""The decade of a year, if the year is noisily far from the decade's ends."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, within


@mechanism(epsilon="eps", delta="exp(-(t + 1) * eps)", requires="t >= 0")
def decade_if_inside(year: Annotated[int, within(1)], t: int, eps: Epsilon) -> int | None:
    within_decade = year % 10
    inside = min(within_decade, 9 - within_decade)
    noisy = laplace(inside, 1 / eps)
    return year // 10 if noisy > t else None
