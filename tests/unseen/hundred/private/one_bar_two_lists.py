"""One noisy bar is used for two lists; the first position above it is told for each.

Why: The bar costs eps / 2 for both; one hit in each list moves by at most 2 at rate eps / 8, eps / 4 each.
"""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


def first_above(values, bar, scale):
    for i, value in enumerate(values):
        if laplace(value, scale) >= bar:
            return i
    return len(values)


@mechanism(epsilon="eps")
def one_bar_two_lists(
    xs: Annotated[list[int], each_within(1)],
    ys: Annotated[list[int], each_within(1)],
    level: int,
    eps: Epsilon,
) -> tuple[int, int]:
    bar = laplace(level, 2 / eps)
    return first_above(xs, bar, 8 / eps), first_above(ys, bar, 8 / eps)
