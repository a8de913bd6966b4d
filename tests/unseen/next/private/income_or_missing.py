"""How many gave no income, and the total of the others. A form moves the first by 1 or the second by at most cap, never
both, so each noise may use all of eps."""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps", requires="cap >= 1")
def income_or_missing(
    incomes: Annotated[list[int | None], one_added_or_removed()], cap: int, eps: Epsilon
) -> tuple[int, int]:
    missing = 0
    total = 0
    for income in incomes:
        if income is None:
            missing += 1
            continue
        total += clamp(income, 0, cap)
    return laplace(missing, 1 / eps), laplace(total, cap / eps)
