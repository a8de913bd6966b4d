"""The best of several projects, by the exponential mechanism.

easy. Scores that move in both directions need the rate eps / 2. Witness: [0, 1, 1] and [1, 0, 0].
"""

from typing import Annotated

from twinproof import Epsilon, choose, each_within, mechanism


@mechanism(epsilon="eps", requires="len(marks) >= 1")
def grant_by_exponential(marks: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    return choose(marks, eps)
