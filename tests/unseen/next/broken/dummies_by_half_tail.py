"""Dummies hide the size of a bucket, with the delta of continuous noise, exp(-eps * pad) / 2; on integers the end has
exp(-eps * pad) / (1 + exp(-eps)). Witness: no rows against one, pad = 1, eps = 1; 0 has 0.27 and not 0.18."""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


class Click(NamedTuple):
    advertiser: int
    fraud: bool


@mechanism(epsilon="eps", delta="exp(-eps * pad) / 2", requires="pad >= 1")
def dummies_by_half_tail(
    clicks: Annotated[list[Click], one_added_or_removed()], advertiser: int, pad: int, eps: Epsilon
) -> int:
    size = 0
    for click in clicks:
        if click.advertiser == advertiser and not click.fraud:
            size += 1
    dummies = laplace(pad, 1 / eps)
    if dummies < 0:
        dummies = 0
    return size + dummies
