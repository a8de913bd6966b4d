from typing import Annotated

from twinproof import Epsilon, geometric, mechanism, one_added_or_removed


@mechanism(epsilon="eps")
def geometric_added(rows: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    """WRONG: the sum is never below the count."""
    return len(rows) + geometric(1 / eps)
