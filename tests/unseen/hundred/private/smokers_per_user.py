"""How many rows say yes, where one person's rows, at most two, may be replaced.

Why: Each of the two rows moves the count by at most 1, so it moves by at most 2.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_user_changed


class Entry(NamedTuple):
    who: int
    smokes: bool


@mechanism(epsilon="eps")
def smokers_per_user(entries: Annotated[list[Entry], one_user_changed("who", rows=2)], eps: Epsilon) -> int:
    return laplace(sum(entry.smokes for entry in entries), 2 / eps)
