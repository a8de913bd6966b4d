"""A while loop over positions, with the sum of the shown counts as the answer."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(epsilon="eps", delta="delta", requires="delta <= 1 and t >= 1 + log(1 / delta) / eps")
def walked_with_while(counts: Annotated[list[int], one_within(1)], t: int, eps: Epsilon, delta: Epsilon) -> int:
    total = 0
    i = 0
    while i < len(counts):
        if counts[i] != 0:
            noisy = laplace(counts[i], 1 / eps)
            if not noisy <= t:
                total += noisy
        i += 1
    return total
