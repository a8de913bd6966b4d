"""Noise is put on all counts, but only the first noisy count is told.

Why: The other draws are never read, so only the first entry's move by 1 has to be paid for.
"""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(epsilon="eps", requires="len(counts) >= 1")
def only_the_first_is_read(counts: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    noisy = [laplace(count, 1 / eps) for count in counts]
    spare = laplace(sum(counts), 1 / eps)
    if len(noisy) == 0:
        return spare
    return noisy[0]
