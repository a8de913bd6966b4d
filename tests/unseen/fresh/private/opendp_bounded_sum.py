# Judged before running: easy.
from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed, sensitivity


def make_clamp(rows, low, high):
    return [max(low, min(row, high)) for row in rows]


def make_sum(rows, low, high):
    return sum(make_clamp(rows, low, high))


def make_laplace(value, sensitivity, budget):
    return laplace(value, sensitivity / budget)


@mechanism(epsilon="eps", requires="low <= high and (low < 0 or high > 0)")
def opendp_bounded_sum(
    rows: Annotated[list[int], one_added_or_removed()], low: int, high: int, eps: Epsilon
) -> int:
    """make_clamp >> make_sum >> make_laplace: a row that comes or goes moves the sum by max(|low|, |high|) at most."""
    return make_laplace(make_sum(rows, low, high), max(abs(low), abs(high)), eps)
