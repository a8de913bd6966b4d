"""Propose, test, release: whether x is above zero, if that is stable."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, within


@mechanism(epsilon="eps", delta="exp(-(t + 1) * eps) / (1 + exp(-eps))", requires="t >= 0")
def sign_if_stable(x: Annotated[int, within(1)], t: int, eps: Epsilon) -> bool | None:
    distance = x - 1 if x > 0 else -x
    if laplace(distance, 1 / eps) > t:
        return x > 0
    return None
