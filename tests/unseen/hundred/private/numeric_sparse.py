"""Sparse Vector with values: up to c answers above the bar are told with fresh noise.

Why: The bar costs a; c hits move by at most 2 at rate b / (2c), which makes b; c fresh values cost d / c
each.
"""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(epsilon="a + b + d", requires="c >= 1")
def numeric_sparse(
    answers: Annotated[list[int], each_within(1)], level: int, c: int, a: Epsilon, b: Epsilon, d: Epsilon
) -> list[int | None]:
    bar = laplace(level, 1 / a)
    out: list[int | None] = []
    left = c
    for answer in answers:
        if left == 0:
            break
        if laplace(answer, 2 * c / b) >= bar:
            out.append(laplace(answer, c / d))
            left -= 1
        else:
            out.append(None)
    return out
