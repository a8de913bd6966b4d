"""The total of all judges' marks but the lowest and the highest. One mark more adds itself, or the one that was lowest
or highest before it: a number between 0 and cap in any case."""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps", requires="cap >= 1")
def trimmed_total(marks: Annotated[list[int], one_added_or_removed()], cap: int, eps: Epsilon) -> int:
    ordered = sorted(clamp(mark, 0, cap) for mark in marks)
    return laplace(sum(ordered[1:-1]), cap / eps)
