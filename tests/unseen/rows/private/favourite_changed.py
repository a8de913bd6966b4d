"""The same with a replaced row: one count falls, another rises."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_changed


@mechanism(epsilon="eps", requires="k >= 1")
def favourite_changed(choices: Annotated[list[int], one_changed()], k: int, eps: Epsilon) -> int:
    counts = [choices.count(c) for c in range(k)]
    return max(range(k), key=lambda c: laplace(counts[c], 2 / eps))
