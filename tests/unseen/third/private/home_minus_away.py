"""The lead of one count over another, where both may move by 1 at the same time. The difference moves by at most 2."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, within


@mechanism(epsilon="eps")
def home_minus_away(home: Annotated[int, within(1)], away: Annotated[int, within(1)], eps: Epsilon) -> int:
    return laplace(home - away, 2 / eps)
