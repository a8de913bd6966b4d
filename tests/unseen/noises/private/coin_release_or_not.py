from typing import Annotated

from twinproof import Epsilon, coin, laplace, mechanism, within


@mechanism(epsilon="eps", requires="q <= 1")
def coin_release_or_not(x: Annotated[int, within(1)], q: Epsilon, eps: Epsilon) -> int | None:
    """With probability q a noisy count."""
    return laplace(x, 1 / eps) if coin(q) else None
