"""Hashtags (by number) that users used, each user twice at most, shown if the noisy count is high.

middling. The noise is for two rows, the threshold for one. Witness: [] and two rows of one user with one tag,
eps 1, delta 1/100, threshold 5: it is shown with 0.084.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_user_added_or_removed


class Post(NamedTuple):
    user: int
    tag: int


@mechanism(epsilon="eps", delta="delta", requires="delta <= 1 / 2 and threshold >= 1 + log(1 / (2 * delta)) / eps")
def hashtags_of_users(
    posts: Annotated[list[Post], one_user_added_or_removed("user", rows=2)],
    threshold: int,
    eps: Epsilon,
    delta: Epsilon,
) -> list[int]:
    counts: dict[int, int] = {}
    for post in posts:
        counts[post.tag] = counts.get(post.tag, 0) + 1
    return [tag for tag in sorted(counts) if laplace(counts[tag], 2 / eps) > threshold]
