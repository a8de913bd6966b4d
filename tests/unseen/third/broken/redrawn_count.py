"""Noise is drawn anew until the count is between 0 and the number of rows; how likely that is depends on the true
count. Witness: [False, False] against [True, False]; the output 0 has a loss of more than eps, with eps = 1 of 1.14."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_changed


@mechanism(epsilon="eps")
def redrawn_count(rows: Annotated[list[bool], one_changed()], eps: Epsilon) -> int:
    count = sum(rows)
    noisy = laplace(count, 1 / eps)
    while noisy < 0 or noisy > len(rows):
        noisy = laplace(count, 1 / eps)
    return noisy
