"""Running totals of daily sales, of which one day moves by 5. Each day gets noise once, of scale 5 / eps, and the
totals are made of noisy days."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within

Days = Annotated[list[int], one_within(5)]


@mechanism(epsilon="eps")
def running_sales(days: Days, eps: Epsilon) -> list[int]:
    totals: list[int] = []
    total = 0
    for sold in days:
        total += laplace(sold, 5 / eps)
        totals.append(total)
    return totals
