"""A resident is replaced, which moves two cells of the table, and the noise is for one. Witness: one resident in the
north against one in the south; the output 1, 0 is exp(2 * eps) times as likely."""

from collections import Counter
from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_changed

QUARTERS = ("north", "south")


@mechanism(epsilon="eps")
def swap_one_resident(quarters: Annotated[list[str], one_changed()], eps: Epsilon) -> list[int]:
    counts = Counter(quarters)
    return [laplace(counts[quarter], 1 / eps) for quarter in QUARTERS]
