from typing import Annotated

from twinproof import Epsilon, geometric, mechanism, one_changed


@mechanism(epsilon="eps")
def geometric_difference_sum(rows: Annotated[list[bool], one_changed()], eps: Epsilon) -> int:
    """The same with the count first."""
    return sum(rows) + geometric(1 / eps) - geometric(1 / eps)
