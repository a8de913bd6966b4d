"""A corner near most homes of a street, by the exponential mechanism on the sum of distances. A home may be anywhere,
but its distances from two corners differ by at most 100, and only differences count: at rate eps / 100 that is eps."""

from typing import Annotated

from twinproof import Epsilon, choose, mechanism, one_added_or_removed

CORNERS = (0, 25, 50, 75, 100)


@mechanism(epsilon="eps")
def facility_location(homes: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    scores = [-sum(abs(home - corner) for home in homes) for corner in CORNERS]
    return CORNERS[choose(scores, eps / 100)]
