"""The exponential mechanism at the rate for scores that move by 1, and these move by 3. Witness: [0, 3, 3] against [3,
0, 0] with eps = 1; position 0 has 0.100 against 0.691, a loss of 1.93."""

from typing import Annotated

from twinproof import Epsilon, choose, each_within, mechanism


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def branch_office_full_rate(scores: Annotated[list[int], each_within(3)], eps: Epsilon) -> int:
    return choose(scores, eps / 2)
