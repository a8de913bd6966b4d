"""Which of many counts are above a public limit: "only bits are told, so noise for one suffices".

middling. Without noise on the limit each bit costs. Witness: [0, 0, 0, 0] and [1, 1, 1, 1], limit 2, all True.
"""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(epsilon="eps")
def bits_are_free(counts: Annotated[list[int], each_within(1)], limit: int, eps: Epsilon) -> list[bool]:
    return [laplace(count, 2 / eps) >= limit for count in counts]
