"""While the values are below the bar the list of rejected ones grows; its length and the accepted value are told.

Wrong: The value that was compared is told as it is, so the bar must lie below it in both runs. It shows on
six zeros and six ones.
"""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(epsilon="eps")
def index_and_compared_value(
    values: Annotated[list[int], each_within(1)], bar: int, eps: Epsilon
) -> tuple[int, int]:
    noisy_bar = laplace(bar, 2 / eps)
    rejected = []
    while len(rejected) < len(values):
        candidate = laplace(values[len(rejected)], 4 / eps)
        if candidate >= noisy_bar:
            return len(rejected), candidate
        rejected.append(candidate)
    return len(rejected), 0
