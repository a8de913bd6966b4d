"""Sum and count of some rows in one pass."""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


class Shift(NamedTuple):
    hours: int
    night: bool


@mechanism(epsilon="eps_sum + eps_count")
def mean_of_some_in_one_pass(
    shifts: Annotated[list[Shift], one_added_or_removed()], eps_sum: Epsilon, eps_count: Epsilon
) -> tuple[int, int]:
    hours, number = 0, 0
    for shift in shifts:
        if shift.night:
            hours += clamp(shift.hours, 1, 12)
            number += 1
    return laplace(hours, 12 / eps_sum), laplace(number, 1 / eps_count)
