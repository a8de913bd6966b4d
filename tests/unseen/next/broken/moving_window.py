"""Moving sums over three days, each with the noise that one day needs, but a day is in three sums. Witness: five days
of 0, and the third is 1 on the right; the loss is three times eps."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(epsilon="eps")
def moving_window(days: Annotated[list[int], one_within(1)], eps: Epsilon) -> list[int]:
    return [laplace(sum(days[start : start + 3]), 1 / eps) for start in range(len(days) - 2)]
