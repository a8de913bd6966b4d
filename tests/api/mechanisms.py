"""Mechanisms to ask about."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, within


@mechanism(epsilon="eps")
def count(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    return laplace(x, 1 / eps)


@mechanism(epsilon="eps")
def halved(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    return laplace(x, 1 / (2 * eps))


@mechanism(epsilon="eps")
def empty(x: int, eps: Epsilon) -> int:
    return laplace(x, 1 / eps)
