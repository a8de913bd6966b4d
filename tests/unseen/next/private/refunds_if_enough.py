"""The sum of refunds, told only if a noisy count says that there are enough. The count costs eps / 2, the sum of values
between 0 and cap costs eps / 2, and the decision is made on the noisy count."""

from typing import Annotated, NamedTuple, Optional

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


class Refund(NamedTuple):
    shop: int
    cents: int


@mechanism(epsilon="eps", requires="cap >= 1")
def refunds_if_enough(
    refunds: Annotated[list[Refund], one_added_or_removed()], shop: int, cap: int, minimum: int, eps: Epsilon
) -> Optional[int]:
    mine = [refund.cents for refund in refunds if refund.shop == shop]
    if laplace(len(mine), 2 / eps) < minimum:
        return None
    return laplace(sum(clamp(cents, 0, cap) for cents in mine), 2 * cap / eps)
