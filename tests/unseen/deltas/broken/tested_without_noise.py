"""The distance is tested without noise."""

from typing import Annotated

from twinproof import Epsilon, mechanism, within


@mechanism(epsilon="eps", delta="exp(-t * eps) / 2", requires="t >= 1")
def tested_without_noise(x: Annotated[int, within(1)], t: int, eps: Epsilon) -> bool | None:
    distance = x - 1 if x > 0 else -x
    if distance > t:
        return x > 0
    return None
