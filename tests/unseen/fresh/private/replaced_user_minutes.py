# Judged before running: easy.
from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_user_changed


@mechanism(epsilon="eps")
def replaced_user_minutes(
    calls: Annotated[list[tuple[str, int]], one_user_changed(0, rows=2)], eps: Epsilon
) -> int:
    """Minutes of calls. Two calls of one user are replaced, and each moves the total by 60 at most."""
    minutes = 0
    for _, length in calls:
        minutes += max(0, min(length, 60))
    return laplace(minutes, 120 / eps)
