"""A noisy total with a report on the quality of the data, in which the number of rows out of range is exact. Witness:
no rows against one of -1; dropped is 0 on the left and 1 on the right."""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


class Report(NamedTuple):
    total: int
    dropped: int


@mechanism(epsilon="eps", requires="cap >= 1")
def quality_report(values: Annotated[list[int], one_added_or_removed()], cap: int, eps: Epsilon) -> Report:
    total = 0
    dropped = 0
    for value in values:
        if value < 0 or value > cap:
            dropped += 1
            continue
        total += value
    return Report(total=laplace(total, cap / eps), dropped=dropped)
