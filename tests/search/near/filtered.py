"""The same with too little noise for what the filter lets through: each claim is false."""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, clamp, laplace, mechanism, one_user_added_or_removed


class Click(NamedTuple):
    user: int
    campaign: int
    cents: int


@mechanism(epsilon="eps", requires="cap >= 1")
def filtered_spend_for_three(
    clicks: Annotated[list[Click], one_user_added_or_removed("user", rows=4)], campaign: int, cap: int, eps: Epsilon
) -> int:
    """Four rows of a user, and noise for three."""
    return laplace(sum(clamp(c.cents, 0, cap) for c in clicks if c.campaign == campaign), 3 * cap / eps)


@mechanism(epsilon="eps", requires="cap >= 1")
def filtered_spend_one_side(
    clicks: Annotated[list[Click], one_user_added_or_removed("user", rows=2)], campaign: int, cap: int, eps: Epsilon
) -> int:
    """No lower end."""
    return laplace(sum(min(c.cents, cap) for c in clicks if c.campaign == campaign), 2 * cap / eps)


@mechanism(epsilon="eps", requires="cap >= 0")
def filtered_spend_clipped_too_late(
    clicks: Annotated[list[Click], one_user_added_or_removed("user", rows=2)], campaign: int, cap: int, eps: Epsilon
) -> int:
    """A cent more than the noise is for."""
    bounded = [clamp(c.cents, 0, cap + 1) for c in clicks if c.campaign == campaign]
    return laplace(sum(bounded), 2 * max(1, cap) / eps)


@mechanism(epsilon="eps", requires="cap >= 1")
def filtered_by_the_others(
    clicks: Annotated[list[Click], one_user_added_or_removed("user", rows=2)], cap: int, eps: Epsilon
) -> int:
    """Whether a row counts is a matter of how many there are."""
    n = len(clicks)
    return laplace(sum(clamp(c.cents, 0, cap) for c in clicks if c.campaign < n), 2 * cap / eps)
