"""WRONG: noise for one row, and a user has three."""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_user_added_or_removed


class Post(NamedTuple):
    author: str
    long: bool


@mechanism(epsilon="eps")
def user_with_three_rows(posts: Annotated[list[Post], one_user_added_or_removed("author", rows=3)], eps: Epsilon) -> int:
    return laplace(sum(1 for post in posts if post.long), 1 / eps)
