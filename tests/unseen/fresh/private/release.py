# Judged before running: middling.
from typing import Annotated, NamedTuple

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed, sensitivity


class Summary(NamedTuple):
    n: int
    first: int
    second: int


class Moments:
    def __init__(self, cap: int, eps: Epsilon):
        self.cap = cap
        self.eps = eps

    def part(self, value, sensitivity):
        return laplace(value, 3 * sensitivity / self.eps)

    @mechanism(epsilon="eps", requires="cap >= 1")
    def release(self, values: Annotated[list[int], one_added_or_removed()]) -> Summary:
        """Count, sum and sum of squares, a third of the budget each; sensitivities 1, cap and cap squared."""
        kept = [clamp(value, 0, self.cap) for value in values]
        return Summary(
            self.part(len(kept), 1),
            self.part(sum(kept), self.cap),
            self.part(sum(value * value for value in kept), self.cap**2),
        )
