"""The exponential mechanism at the right rate, but over the values that occur in the data. Witness: no rows against one
of town 7; town 7 is chosen on the right and never on the left."""

from typing import Annotated

from twinproof import Epsilon, choose, mechanism, one_added_or_removed


@mechanism(epsilon="eps")
def mode_among_present(towns: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    present = sorted(set(towns))
    if len(present) == 0:
        return -1
    scores = [towns.count(town) for town in present]
    return present[choose(scores, eps)]
