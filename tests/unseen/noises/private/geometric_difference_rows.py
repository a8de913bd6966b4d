from typing import Annotated

from twinproof import Epsilon, geometric, mechanism, one_changed


@mechanism(epsilon="eps")
def geometric_difference_rows(rows: Annotated[list[bool], one_changed()], eps: Epsilon) -> int:
    """The same for a count of rows."""
    up = geometric(1 / eps)
    down = geometric(1 / eps)
    return sum(rows) + up - down
