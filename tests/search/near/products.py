"""Sums of products that move further than their noise allows: each claim is false."""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_within


@mechanism(epsilon="eps", requires="cap >= 1")
def weights_below_zero(values: Annotated[list[int], one_within(3)], weights: list[int], cap: int, eps: Epsilon) -> int:
    """A weight far below zero is not cut off."""
    total = 0
    for value, weight in zip(values, weights, strict=False):
        total += min(weight, cap) * value
    return laplace(total, 3 * cap / eps)


@mechanism(epsilon="eps", requires="cap >= 1")
def one_factor_forgotten(
    values: Annotated[list[int], one_within(3)], weights: list[int], cap: int, eps: Epsilon
) -> int:
    """A value moves by 3."""
    clipped = [clamp(weight, 0, cap) for weight in weights]
    return laplace(sum(a * b for a, b in zip(values, clipped, strict=False)), 2 * cap / eps)


@mechanism(epsilon="eps", requires="cap >= 2")
def squares_on_both_sides(values: Annotated[list[int], one_within(3)], cap: int, eps: Epsilon) -> int:
    """From 0 to −cap − 1 is further than from 0 to cap."""
    total = 0
    for value in values:
        clipped = clamp(value, -cap - 1, cap)
        total += clipped * clipped
    return laplace(total, cap * cap / eps)


@mechanism(epsilon="eps", requires="k >= 1")
def one_position_too_many(values: Annotated[list[int], one_within(1)], k: int, eps: Epsilon) -> int:
    total = 0
    for i, value in enumerate(values):
        if i <= k:
            total += (i + 1) * value
    return laplace(total, k / eps)
