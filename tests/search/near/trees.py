"""Sums over blocks of several sizes, with noise for a level less, or with blocks that are too long."""

from typing import Annotated

from twinproof import Epsilon, gaussian, laplace, mechanism, one_within


@mechanism(epsilon="eps", requires="len(days) == 8")
def eight_days_without_the_root(days: Annotated[list[int], one_within(1)], eps: Epsilon) -> list[int]:
    """log2(8) is 3, and there are four levels."""
    out: list[int] = []
    size = 1
    while size <= 8:
        for start in range(0, 8, size):
            out.append(laplace(sum(days[start : start + size]), 3 / eps))
        size *= 2
    return out


@mechanism(epsilon="3 * eps")
def blocks_that_overlap(days: Annotated[list[int], one_within(1)], eps: Epsilon) -> list[int]:
    out: list[int] = []
    for size in (1, 2, 4):
        for start in range(0, len(days), size):
            out.append(laplace(sum(days[start : start + size + 1]), 1 / eps))
    return out


@mechanism(epsilon="eps", requires="levels >= 1")
def a_level_too_many(days: Annotated[list[int], one_within(1)], levels: int, eps: Epsilon) -> list[int]:
    out: list[int] = []
    size = 1
    for _ in range(levels + 1):
        for start in range(0, len(days), size):
            out.append(laplace(sum(days[start : start + size]), levels / eps))
        size *= 2
    return out


@mechanism(epsilon="eps", requires="len(days) == 8")
def numbered_blocks_that_overlap(days: Annotated[list[int], one_within(1)], eps: Epsilon) -> list[list[int]]:
    tree: list[list[int]] = []
    size = 1
    while size <= 8:
        level = []
        for j in range(8 // size):
            level.append(laplace(sum(days[j * size : (j + 1) * size + 1]), 4 / eps))
        tree.append(list(level))
        size *= 2
    return tree


@mechanism(zcdp="2 * rho")
def gaussian_blocks_for_two(days: Annotated[list[int], one_within(1)], rho: Epsilon) -> list[list[int]]:
    tree: list[list[int]] = []
    for size in (1, 3, 9):
        tree.append([gaussian(sum(days[i : i + size]), variance=1 / (2 * rho)) for i in range(0, len(days), size)])
    return tree
