"""The last year of a decade counts as one year inside."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, within


@mechanism(epsilon="eps", delta="exp(-(t + 1) * eps) / (1 + exp(-eps))", requires="t >= 0")
def decade_off_by_one(year: Annotated[int, within(1)], t: int, eps: Epsilon) -> int | None:
    within_decade = year % 10
    inside = min(within_decade, 10 - within_decade)
    noisy = laplace(inside, 1 / eps)
    return year // 10 if noisy > t else None
