"""Loops that end where a sum of numbers says, and a little later. None is private."""

from typing import Annotated

from twinproof import Epsilon, gaussian, laplace, mechanism, moves_by_l2, one_within


@mechanism(epsilon="eps", requires="width >= 2 and first >= 0")
def blocks_that_overlap(load: Annotated[list[int], one_within(1)], first: int, width: int, eps: Epsilon) -> list[int]:
    """The last entry of a block is the first of the next."""
    totals: list[int] = []
    start = first
    while start + width <= len(load):
        total = 0
        for i in range(start, start + width):
            total += load[i]
        totals.append(laplace(total, 1 / eps))
        start += width - 1
    return totals


@mechanism(epsilon="eps", requires="width >= 1 and first >= 0")
def blocks_one_wider(load: Annotated[list[int], one_within(1)], first: int, width: int, eps: Epsilon) -> list[int]:
    """A block goes one entry into the next."""
    totals: list[int] = []
    start = first
    while start + width < len(load):
        total = 0
        for i in range(start, start + width + 1):
            total += load[i]
        totals.append(laplace(total, 1 / eps))
        start += width
    return totals


@mechanism(epsilon="2 * eps")
def weeks_of_eight_days(steps: Annotated[list[int], one_within(1)], eps: Epsilon) -> tuple[list[int], list[int]]:
    """Each day, and weeks that share a day."""
    days = [laplace(step, 1 / eps) for step in steps]
    weeks = [laplace(sum(steps[day : day + 8]), 1 / eps) for day in range(0, len(steps), 7)]
    return days, weeks


@mechanism(zcdp="levels * rho", requires="levels >= 1")
def widths_doubled_from_zero(use: Annotated[list[int], one_within(1)], levels: int, rho: Epsilon) -> list[int]:
    """One level more than is paid for."""
    released: list[int] = []
    width = 1
    for _ in range(levels + 1):
        low = 0
        while low + width <= len(use):
            total = 0
            i = low
            while i < low + width:
                total += use[i]
                i += 1
            released.append(gaussian(total, variance=1 / (2 * rho)))
            low += width
        width *= 2
    return released


@mechanism(zcdp="rho", requires="k >= 1 and most >= 0")
def vector_read_in_a_circle(
    entries: Annotated[list[int], moves_by_l2("k")], most: int, k: int, rho: Epsilon
) -> list[int]:
    """More answers than entries: the last one is told again and again."""
    noisy: list[int] = []
    for i in range(most if len(entries) > 0 else 0):
        noisy.append(gaussian(entries[min(i, len(entries) - 1)], variance=k / (2 * rho)))
    return noisy
