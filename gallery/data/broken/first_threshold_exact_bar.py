"""The first public threshold under which there are enough rows, without noise on the bar. Not private as claimed.

Claim: ε, when one row may come or go. It does not hold, and no other bound does: the loss grows with the number of
thresholds.

Source: Above Threshold (Dwork, Roth, "The Algorithmic Foundations of Differential Privacy", 2014, Algorithm 1) without
its first line. Compare `gallery/data/private/first_threshold_added.py`.

What is wrong: it is the noisy bar that makes all answers below it free together. Here each of them costs up to ε/2.

A violating pair: thresholds (0, 1, 2), enough = 0, the rows () against (0). All counts are 0 against 1. The event is
that none is found, which needs a noisy count below 0 three times: it loses 3 · ε/2.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps")
def first_threshold_exact_bar(
    rows: Annotated[list[int], one_added_or_removed()],
    thresholds: list[int],
    enough: int,
    eps: Epsilon,
) -> int | None:
    for threshold in thresholds:
        count = sum(1 for row in rows if row <= threshold)
        if laplace(count, 2 / eps) >= enough:
            return threshold
    return None
