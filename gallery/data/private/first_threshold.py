"""The first of the public thresholds under which there are enough rows.

Claim: ε, when one row is replaced.

Source: Dwork, Roth, "The Algorithmic Foundations of Differential Privacy", 2014, Algorithm 1 (Above Threshold).

Coupling: each count moves by at most 1, in any direction. The bar is 1 higher on the right: 1 unit of ε/2. Counts that
stay below get the same noise; the one that is found is 1 higher on the right: at most 2 units of ε/4.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_changed


@mechanism(epsilon="eps")
def first_threshold(
    rows: Annotated[list[int], one_changed()],
    thresholds: list[int],
    enough: int,
    eps: Epsilon,
) -> int | None:
    bar = laplace(enough, 2 / eps)
    for threshold in thresholds:
        count = sum(1 for row in rows if row <= threshold)
        if laplace(count, 4 / eps) >= bar:
            return threshold
    return None
