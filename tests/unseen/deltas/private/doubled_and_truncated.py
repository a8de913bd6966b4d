"""A number that moves by two, with noise that ends."""

from typing import Annotated

from twinproof import Epsilon, mechanism, truncated_laplace, within


@mechanism(epsilon="eps", delta="exp(-(bound - 1) * eps / 2)", requires="bound >= 2")
def doubled_and_truncated(x: Annotated[int, within(1)], bound: int, eps: Epsilon) -> int:
    return truncated_laplace(2 * x + 1, 2 / eps, bound)
