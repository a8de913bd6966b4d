"""Sums over blocks, with Gaussian noise, in other styles.

Claim: ρ-zCDP, as in `gallery/private/gaussian_tree_sums.py`.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, gaussian, mechanism, one_within

class Released(NamedTuple):
    blocks: list[int]


@mechanism(zcdp="rho", requires="levels >= 1")
def gaussian_tree_sums_slices(stream: Annotated[list[int], one_within(1)], levels: int, rho: Epsilon) -> list[int]:
    """The sum of a slice."""
    blocks: list[int] = []
    width = 1
    for _ in range(levels):
        start = 0
        while start + width <= len(stream):
            blocks.append(gaussian(sum(stream[start : start + width]), variance=levels / (2 * rho)))
            start += width
        width *= 2
    return blocks


@mechanism(zcdp="rho", requires="levels >= 1")
def gaussian_tree_sums_nested(stream: Annotated[list[int], one_within(1)], levels: int, rho: Epsilon) -> list[int]:
    """A function in a function draws."""

    def noisy(number: int) -> int:
        return gaussian(number, variance=levels / (2 * rho))

    blocks: list[int] = []
    width = 1
    for _ in range(levels):
        start = 0
        while start + width <= len(stream):
            total = 0
            for i in range(start, start + width):
                total += stream[i]
            blocks.append(noisy(total))
            start += width
        width *= 2
    return blocks


@mechanism(zcdp="rho", requires="levels >= 1")
def gaussian_tree_sums_records(stream: Annotated[list[int], one_within(1)], levels: int, rho: Epsilon) -> Released:
    """The result is a record."""
    blocks: list[int] = []
    width = 1
    for _ in range(levels):
        start = 0
        while start + width <= len(stream):
            total = 0
            for i in range(start, start + width):
                total += stream[i]
            blocks.append(gaussian(total, variance=levels / (2 * rho)))
            start += width
        width *= 2
    return Released(blocks)
