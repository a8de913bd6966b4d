from typing import Annotated

from twinproof import Epsilon, coin, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="log(1 + q * (exp(2 * eps) - 1))", requires="q <= 1 / 2")
def coin_sampled_filter(
    rows: Annotated[list[tuple[int, bool]], one_added_or_removed()], limit: int, q: Epsilon, eps: Epsilon
) -> tuple[int, int]:
    """Two counts over one sample, each at eps."""
    young = 0
    paid = 0
    for age, has_paid in rows:
        if coin(q):
            young += int(age < limit)
            if has_paid:
                paid += 1
    return laplace(young, 1 / eps), laplace(paid, 1 / eps)
