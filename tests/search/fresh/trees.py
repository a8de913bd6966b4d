"""Sums over blocks of several sizes: the loop over the sizes is written as a loop, and its blocks are slices."""

from typing import Annotated

from twinproof import Epsilon, gaussian, laplace, mechanism, one_within


@mechanism(epsilon="3 * eps")
def blocks_of_sizes(days: Annotated[list[int], one_within(1)], eps: Epsilon) -> list[int]:
    out: list[int] = []
    for size in (1, 2, 4):
        for start in range(0, len(days), size):
            out.append(laplace(sum(days[start : start + size]), 1 / eps))
    return out


@mechanism(epsilon="eps", requires="levels >= 1")
def levels_as_asked_for(days: Annotated[list[int], one_within(1)], levels: int, eps: Epsilon) -> list[int]:
    """How many levels there are is public, and the sizes are doubled."""
    out: list[int] = []
    size = 1
    for _ in range(levels):
        for start in range(0, len(days), size):
            out.append(laplace(sum(days[start : start + size]), levels / eps))
        size *= 2
    return out


@mechanism(epsilon="eps", requires="len(days) == 8")
def eight_days(days: Annotated[list[int], one_within(1)], eps: Epsilon) -> list[int]:
    out: list[int] = []
    size = 1
    while size <= 8:
        for start in range(0, 8, size):
            out.append(laplace(sum(days[start : start + size]), 4 / eps))
        size *= 2
    return out


@mechanism(epsilon="eps", requires="len(days) == 8")
def eight_days_by_number(days: Annotated[list[int], one_within(1)], eps: Epsilon) -> list[list[int]]:
    """Each block is known by its number."""
    tree: list[list[int]] = []
    size = 1
    while size <= 8:
        level = []
        for j in range(8 // size):
            level.append(laplace(sum(days[j * size : (j + 1) * size]), 4 / eps))
        tree.append(list(level))
        size *= 2
    return tree


@mechanism(zcdp="3 * rho")
def gaussian_blocks(days: Annotated[list[int], one_within(1)], rho: Epsilon) -> list[list[int]]:
    tree: list[list[int]] = []
    for size in (1, 3, 9):
        tree.append([gaussian(sum(days[i : i + size]), variance=1 / (2 * rho)) for i in range(0, len(days), size)])
    return tree
