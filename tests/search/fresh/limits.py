"""Loops that end where a sum of numbers says: blocks of a width, windows from an offset. All are private."""

from typing import Annotated

from twinproof import Epsilon, gaussian, laplace, mechanism, moves_by_l2, one_within


@mechanism(epsilon="eps", requires="width >= 1 and first >= 0")
def blocks_from_an_offset(load: Annotated[list[int], one_within(1)], first: int, width: int, eps: Epsilon) -> list[int]:
    """Totals of blocks that follow each other; what is left at the end is dropped."""
    totals: list[int] = []
    start = first
    while start + width <= len(load):
        total = 0
        for i in range(start, start + width):
            total += load[i]
        totals.append(laplace(total, 1 / eps))
        start += width
    return totals


@mechanism(epsilon="2 * eps")
def weeks_and_days(steps: Annotated[list[int], one_within(1)], eps: Epsilon) -> tuple[list[int], list[int]]:
    """Each day, and each week by a slice, the last one cut off."""
    days = [laplace(step, 1 / eps) for step in steps]
    weeks = [laplace(sum(steps[day : day + 7]), 1 / eps) for day in range(0, len(steps), 7)]
    return days, weeks


@mechanism(zcdp="levels * rho", requires="levels >= 1")
def widths_doubled(use: Annotated[list[int], one_within(1)], levels: int, rho: Epsilon) -> list[int]:
    """A tree of sums, level by level, by a while loop inside."""
    released: list[int] = []
    width = 1
    for _ in range(levels):
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


@mechanism(zcdp="rho", requires="k >= 1")
def vector_up_to_a_limit(entries: Annotated[list[int], moves_by_l2("k")], most: int, k: int, rho: Epsilon) -> list[int]:
    """As many entries as are wanted, or as there are."""
    end = min(most, len(entries))
    noisy: list[int] = []
    i = 0
    while i < end:
        noisy.append(gaussian(entries[i], variance=k / (2 * rho)))
        i += 1
    return noisy
