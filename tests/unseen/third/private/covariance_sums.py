"""What a covariance is computed from: the sums of x, of y and of x * y, both cut to between -5 and 5. They move by 5, 5
and 25 at most, and each has a third of eps."""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed

BOUND = 5


class Pair(NamedTuple):
    x: int
    y: int


class Sums(NamedTuple):
    x: int
    y: int
    xy: int


@mechanism(epsilon="eps")
def covariance_sums(pairs: Annotated[list[Pair], one_added_or_removed()], eps: Epsilon) -> Sums:
    clipped = [Pair(clamp(p.x, -BOUND, BOUND), clamp(p.y, -BOUND, BOUND)) for p in pairs]
    third = eps / 3
    return Sums(
        x=laplace(sum(p.x for p in clipped), BOUND / third),
        y=laplace(sum(p.y for p in clipped), BOUND / third),
        xy=laplace(sum(p.x * p.y for p in clipped), BOUND * BOUND / third),
    )
