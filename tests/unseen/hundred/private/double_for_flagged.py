"""Entries that a public list flags count twice and are summed with double noise; the rest is summed apart.

Why: The entry that moves is flagged or not: either the double sum moves by 2 at rate eps / 2 or the other by
1 at rate eps.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(epsilon="eps", requires="len(flags) == len(points)")
def double_for_flagged(
    points: Annotated[list[int], one_within(1)], flags: list[bool], eps: Epsilon
) -> tuple[int, int]:
    doubled = 0
    for point, flag in zip(points, flags):
        if flag:
            doubled += 2 * point
    plain = 0
    for point, flag in zip(points, flags):
        if not flag:
            plain += point
    return laplace(doubled, 2 / eps), laplace(plain, 1 / eps)
