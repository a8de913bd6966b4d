"""The sum of the entries at even positions, then of those at odd positions, in two while loops.

Why: A position is even or odd, so only one of the two sums moves, by 1.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(epsilon="eps")
def even_then_odd(xs: Annotated[list[int], one_within(1)], eps: Epsilon) -> tuple[int, int]:
    even = 0
    i = 0
    while i < len(xs):
        even += xs[i]
        i += 2
    odd = 0
    i = 1
    while i < len(xs):
        odd += xs[i]
        i += 2
    return laplace(even, 1 / eps), laplace(odd, 1 / eps)
