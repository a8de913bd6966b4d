"""All prefix sums of noisy entries, in other styles.

Claim: ε, as in `gallery/private/prefix_sum.py`.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_within


class Point(NamedTuple):
    time: int
    total: int


@mechanism(epsilon="eps")
def prefix_sum_comprehension(steps: Annotated[list[int], one_within(1)], eps: Epsilon) -> list[int]:
    """Noisy entries in a comprehension, and sums over slices of them in another."""
    noisy = [laplace(step, 1 / eps) for step in steps]
    return [sum(noisy[: k + 1]) for k in range(len(noisy))]


@mechanism(epsilon="eps")
def prefix_sum_in_place(steps: Annotated[list[int], one_within(1)], eps: Epsilon) -> list[int]:
    """The list of noisy entries is added up in place."""
    sums = [laplace(step, 1 / eps) for step in steps]
    for k in range(1, len(sums)):
        sums[k] += sums[k - 1]
    return sums


@mechanism(epsilon="eps")
def prefix_sum_suffixes(steps: Annotated[list[int], one_within(1)], eps: Epsilon) -> list[int]:
    """Each noisy entry is added to its own place and to all later ones: a loop in a loop over a list of zeros."""
    sums = [0] * len(steps)
    for k, step in enumerate(steps):
        noisy = laplace(step, 1 / eps)
        for later in range(k, len(steps)):
            sums[later] += noisy
    return sums


@mechanism(epsilon="eps")
def prefix_sum_records(steps: Annotated[list[int], one_within(1)], eps: Epsilon) -> list[Point]:
    """A list of records of time and total, each made from the one before it."""
    points: list[Point] = []
    last = Point(time=-1, total=0)
    for step in steps:
        last = Point(last.time + 1, last.total + laplace(step, 1 / eps))
        points.append(last)
    return points


@mechanism(epsilon="eps")
def prefix_sum_dictionary(steps: Annotated[list[int], one_within(1)], eps: Epsilon) -> list[int]:
    """Totals in a dictionary by time, the one before looked up with a default."""
    totals = {k: 0 for k in range(len(steps))}
    for k, step in enumerate(steps):
        totals[k] = totals.get(k - 1, 0) + laplace(step, 1 / eps)
    return list(totals.values())
