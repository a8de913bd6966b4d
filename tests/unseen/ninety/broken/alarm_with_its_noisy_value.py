"""The first count over the noisy limit, together with the noisy value that was over it.

hard. The value bounds the noisy limit from above, so it cannot make room for the counts before.
Witness: five counts that rise by 1, then one that falls by 1, and a value that is far below the limit.
"""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(epsilon="eps")
def alarm_with_its_noisy_value(
    counts: Annotated[list[int], each_within(1)], limit: int, eps: Epsilon
) -> tuple[int, int] | None:
    bar = laplace(limit, 2 / eps)
    for i, count in enumerate(counts):
        noisy = laplace(count, 4 / eps)
        if noisy >= bar:
            return i, noisy
    return None
