"""k calls, and k - 1 of them are paid for."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, within


def once(count, t, eps):
    noisy = laplace(count, 1 / eps) if count > 0 else 0
    return noisy if noisy > t else 0


@mechanism(
    epsilon="k * eps", delta="(k - 1) * exp(-t * eps) / (1 + exp(-eps))", requires="k >= 1 and t >= 1"
)
def asked_once_more(count: Annotated[int, within(1)], k: int, t: int, eps: Epsilon) -> list[int]:
    return [once(count, t, eps) for _ in range(k)]
