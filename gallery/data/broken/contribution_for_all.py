"""At most `most` rows are counted, of all users together. Not private as claimed.

Claim: ε, when all rows of one user, two at most, may come or go. It does not hold; 2ε does.

Source: ordinary code; a bound that was to hold for each user.

What is wrong: the marks that are added are the first `most` of all. A user who comes first pushes out those of others.

A violating pair: most = 1, the rows ((0, 5)) against ((1, −5), (0, 5)): the user 1 comes. The sums are 5 and −5, with
noise of scale 5/ε; the output 5 loses 2ε.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, clamp, laplace, mechanism, one_user_added_or_removed


class Review(NamedTuple):
    user: int
    mark: int


@mechanism(epsilon="eps", requires="most >= 1")
def contribution_for_all(
    reviews: Annotated[list[Review], one_user_added_or_removed("user", rows=2)],
    most: int,
    eps: Epsilon,
) -> int:
    total = sum(clamp(review.mark, -5, 5) for review in reviews[:most])
    return laplace(total, 5 * most / eps)
