"""A pass for each bin counts the values that lie in it; each count is told with noise.

Wrong: The bin is not public but comes from the value, so a value that moves by 1 moves two counts. It shows
on [9] and [10].
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(epsilon="eps", requires="k >= 0")
def bins_by_private_value(values: Annotated[list[int], one_within(1)], k: int, eps: Epsilon) -> list[int]:
    out = []
    for b in range(k):
        count = 0
        for value in values:
            if 10 * b <= value < 10 * (b + 1):
                count += 1
        out.append(laplace(count, 1 / eps))
    return out
