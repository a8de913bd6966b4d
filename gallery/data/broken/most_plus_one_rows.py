"""A count with at most `most` rows of each user, where the test comes before the row is noted. Not private as claimed.

Claim: ε, when all rows of one user may come or go. It does not hold; (most + 1)/most · ε does.

Source: ordinary code; per-user bounds that are off by one.

What is wrong: a row is left out if the user has more than `most` rows already, and so one too many is let in.

A violating pair: most = 1, no rows against two rows of the user 0. The counts are 0 and 2; the output 0 loses 2ε.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_user_added_or_removed


class Click(NamedTuple):
    page: int
    user: int


@mechanism(epsilon="eps", requires="most >= 1")
def most_plus_one_rows(
    clicks: Annotated[list[Click], one_user_added_or_removed("user", rows=5)], most: int, eps: Epsilon
) -> int:
    kept: list[int] = []
    for click in clicks:
        if kept.count(click.user) > most:
            continue
        kept.append(click.user)
    return laplace(len(kept), most / eps)
