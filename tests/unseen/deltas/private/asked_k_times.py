"""A mechanism with a delta, called k times."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, within


@mechanism(epsilon="eps", delta="delta", requires="delta <= 1 / 2 and t >= 1 + log(1 / (2 * delta)) / eps")
def once(count: Annotated[int, within(1)], t: int, eps: Epsilon, delta: Epsilon) -> int:
    noisy = laplace(count, 1 / eps) if count > 0 else 0
    return noisy if noisy > t else 0


@mechanism(
    epsilon="k * eps",
    delta="k * delta",
    requires="k >= 0 and delta <= 1 / 2 and t >= 1 + log(1 / (2 * delta)) / eps",
)
def asked_k_times(
    count: Annotated[int, within(1)], k: int, t: int, eps: Epsilon, delta: Epsilon
) -> list[int]:
    return [once(count, t, eps, delta) for _ in range(k)]
