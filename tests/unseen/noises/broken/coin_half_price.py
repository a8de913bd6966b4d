from typing import Annotated

from twinproof import Epsilon, coin, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="log(1 + q * (exp(eps) - 1) / 2)", requires="q <= 1")
def coin_half_price(rows: Annotated[list[int], one_added_or_removed()], q: Epsilon, eps: Epsilon) -> int:
    """WRONG: the claim is for half of q."""
    return laplace(sum(1 for row in rows if coin(q)), 1 / eps)
