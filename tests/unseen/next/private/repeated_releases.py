"""The same count is released k times, each time with Laplace noise that is eps-private. That is eps ** 2 / 2 in zCDP
each time, and they add up."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, within


@mechanism(zcdp="k * eps ** 2 / 2", requires="k >= 1")
def repeated_releases(count: Annotated[int, within(1)], k: int, eps: Epsilon) -> list[int]:
    return [laplace(count, 1 / eps) for _ in range(k)]
