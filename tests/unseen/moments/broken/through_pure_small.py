"""Advanced composition with a fifth of its second term."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, within


@mechanism(epsilon="sqrt(2 * n * eps * eps * log(1 / delta)) / 5", delta="delta", requires="n >= 1 and delta < 1")
def through_pure_small(x: Annotated[int, within(1)], n: int, eps: Epsilon, delta: Epsilon) -> list[int]:
    return [laplace(x, 1 / eps) for _ in range(n)]
