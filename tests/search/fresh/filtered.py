"""Capped sums of a user's rows that a filter lets through; the cap is a parameter. All keep their claims."""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, clamp, laplace, mechanism, one_user_added_or_removed


class Click(NamedTuple):
    user: int
    campaign: int
    cents: int


@mechanism(epsilon="eps", requires="cap >= 1")
def spend_counted_and_summed(
    clicks: Annotated[list[Click], one_user_added_or_removed("user", rows=3)], campaign: int, cap: int, eps: Epsilon
) -> tuple[int, int]:
    total = count = 0
    for click in clicks:
        if click.campaign == campaign:
            total += clamp(click.cents, 0, cap)
            count += 1
    return laplace(total, 6 * cap / eps), laplace(count, 6 / eps)


@mechanism(epsilon="eps", requires="cap >= 1")
def spend_from(
    clicks: Annotated[list[Click], one_user_added_or_removed("user", rows=2)], day: int, cap: int, eps: Epsilon
) -> int:
    return laplace(sum(min(max(click.cents, 0), cap) for click in clicks if click.campaign > day), 2 * cap / eps)


@mechanism(epsilon="eps", requires="cap >= 1")
def spend_of_each_sign(
    clicks: Annotated[list[Click], one_user_added_or_removed("user", rows=4)], campaign: int, cap: int, eps: Epsilon
) -> int:
    """Those of other campaigns count on the other side."""
    total = 0
    for click in clicks:
        amount = clamp(click.cents, 0, cap)
        total += amount if click.campaign == campaign else -amount
    return laplace(total, 4 * cap / eps)
