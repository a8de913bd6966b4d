"""At most two rows of each user count; how many there were is kept in a dictionary that grows."""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_user_added_or_removed


class Click(NamedTuple):
    who: str
    link: int


@mechanism(epsilon="eps")
def at_most_two_each(clicks: Annotated[list[Click], one_user_added_or_removed("who", rows=5)], eps: Epsilon) -> int:
    seen: dict[str, int] = {}
    kept = 0
    for click in clicks:
        before = seen.get(click.who, 0)
        if before < 2:
            kept += 1
        seen[click.who] = before + 1
    return laplace(kept, 2 / eps)
