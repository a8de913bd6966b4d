from typing import Annotated

from twinproof import Epsilon, coin, laplace, mechanism, within


@mechanism(epsilon="eps", requires="q < 1")
def coin_rare_leak(x: Annotated[int, within(1)], q: Epsilon, eps: Epsilon) -> int:
    """WRONG: with probability q the number itself."""
    return x if coin(q) else laplace(x, 1 / eps)
