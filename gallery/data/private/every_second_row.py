"""How many of the rows at even positions say yes.

Claim: ε, when one row is replaced: then all other rows keep their positions.

Source: ordinary code; compare `gallery/data/broken/every_second_row_added.py`.

Coupling: the replaced row stands at an even position or does not; the counts differ by at most 1: 1 unit of ε.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_changed


@mechanism(epsilon="eps")
def every_second_row(rows: Annotated[list[bool], one_changed()], eps: Epsilon) -> int:
    count = 0
    for i, yes in enumerate(rows):
        if i % 2 == 0 and yes:
            count += 1
    return laplace(count, 1 / eps)
