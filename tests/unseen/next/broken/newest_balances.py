"""The sum of the newest n balances between -cap and cap, with noise for cap. A new balance also pushes an old one out.
Witness: n = 1, [-cap] against [-cap, cap]; the sum moves by 2 * cap."""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps", requires="n >= 1 and cap >= 1")
def newest_balances(balances: Annotated[list[int], one_added_or_removed()], n: int, cap: int, eps: Epsilon) -> int:
    newest = balances[-n:]
    return laplace(sum(clamp(balance, -cap, cap) for balance in newest), cap / eps)
