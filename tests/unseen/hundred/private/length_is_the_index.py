"""The length of the list of rejected values is the position of the first accepted one.

Why: Only the length is told: the bar goes up by 1 (eps / 2) and the accepted value moves by at most 2 (eps /
2).
"""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(epsilon="eps")
def length_is_the_index(values: Annotated[list[int], each_within(1)], bar: int, eps: Epsilon) -> int:
    noisy_bar = laplace(bar, 2 / eps)
    rejected = []
    accepted = False
    while not accepted and len(rejected) < len(values):
        candidate = laplace(values[len(rejected)], 4 / eps)
        if candidate >= noisy_bar:
            accepted = True
        else:
            rejected.append(candidate)
    return len(rejected)
