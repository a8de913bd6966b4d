from typing import Annotated

from twinproof import Epsilon, clamp, coin, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="log(1 + q * (exp(eps) - 1))", requires="q <= 1 and cap >= 1")
def coin_sampled_sum(rows: Annotated[list[int], one_added_or_removed()], cap: int, q: Epsilon, eps: Epsilon) -> int:
    """A clamped sum over a sample, with its amplified claim, for all q."""
    total = 0
    for row in rows:
        if coin(q):
            total += clamp(row, 0, cap)
    return laplace(total, cap / eps)
