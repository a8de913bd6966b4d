# Judged before running: easy.
from typing import Annotated, NamedTuple

from twinproof import Epsilon, clamp, laplace, mechanism, one_user_added_or_removed


class Click(NamedTuple):
    user: int
    campaign: int
    cents: int


@mechanism(epsilon="eps", requires="cap >= 1")
def ad_spend_per_user(
    clicks: Annotated[list[Click], one_user_added_or_removed("user", rows=4)], campaign: int, cap: int, eps: Epsilon
) -> int:
    """What a campaign cost. A user has four clicks at most, and each counts for `cap` at most: 4 * cap in all."""
    bounded = [clamp(click.cents, 0, cap) for click in clicks if click.campaign == campaign]
    return laplace(sum(bounded), 4 * cap / eps)
