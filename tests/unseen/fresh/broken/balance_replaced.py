# Judged before running: easy.
from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_changed


@mechanism(epsilon="eps")
def balance_replaced(balances: Annotated[list[int], one_changed()], eps: Epsilon) -> int:
    """The bug: noise for a row that comes or goes (10), and rows are replaced (20).
    Witness: [-10] and [10] with output -10: 2 eps."""
    total = 0
    for balance in balances:
        total += clamp(balance, -10, 10)
    return laplace(total, 10 / eps)
