from typing import Annotated

from twinproof import Epsilon, mechanism, one_changed, uniform


@mechanism(epsilon="eps", requires="width >= 1")
def uniform_added(rows: Annotated[list[bool], one_changed()], width: int, eps: Epsilon) -> int:
    """WRONG: the ends tell. [False] / [True]."""
    return sum(rows) + uniform(-width, width)
