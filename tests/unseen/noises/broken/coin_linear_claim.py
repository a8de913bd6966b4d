from typing import Annotated

from twinproof import Epsilon, coin, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="q * eps", requires="q <= 1")
def coin_linear_claim(rows: Annotated[list[int], one_added_or_removed()], q: Epsilon, eps: Epsilon) -> int:
    """WRONG: q * eps is a little less than log(1 + q * (exp(eps) - 1)). [] / [0], q = 1/2."""
    return laplace(sum(1 for row in rows if coin(q)), 1 / eps)
