"""The first day whose noisy count reaches the bar, with an early return.

Wrong: The bar has no noise, so each quiet day costs as well. It shows on [4, 4, 4, 4] and [5, 5, 5, 5] with
the bar 0.
"""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


class Watch:
    def __init__(self, bar: int, eps: Epsilon):
        self.bar = bar
        self.eps = eps

    @mechanism(epsilon="eps")
    def early_return_exact_bar(self, counts: Annotated[list[int], each_within(1)]) -> int:
        for day, count in enumerate(counts):
            if laplace(count, 2 / self.eps) >= self.bar:
                return day
        return len(counts)
