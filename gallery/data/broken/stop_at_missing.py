"""The sum of clamped readings up to the first that is missing. Not private as claimed.

Claim: ε, when one row is replaced. It does not hold, and no other bound does: the loss grows with the number of rows.

Source: ordinary code; a loop that stops on private data is a slip that Cebere et al. found in libraries ("Privacy in
Theory, Bugs in Practice", PETS 2026).

What is wrong: `break` where `continue` was meant. One row decides whether all rows behind it count.

A violating pair: top = 1, the rows (None, 1) against (1, 1). The sums are 0 and 2; the output 0 loses 2ε.
"""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_changed


@mechanism(epsilon="eps", requires="top >= 1")
def stop_at_missing(readings: Annotated[list[int | None], one_changed()], top: int, eps: Epsilon) -> int:
    total = 0
    for reading in readings:
        if reading is None:
            break
        total += clamp(reading, 0, top)
    return laplace(total, top / eps)
