"""A sum that is clipped where nine tenths of the rows end. Not private as claimed.

Claim: ε, when one row is replaced. It does not hold, and no other bound does.

Source: ordinary code; a clipping bound chosen by looking at the data, against which Near, Abuah, "Programming
Differential Privacy", warn in the chapter on sensitivity.

What is wrong: the bound is a function of the rows, and so is the scale of the noise.

A violating pair: the rows (1) against (2). The sum 1 with scale 1/ε against the sum 2 with scale 2/ε. At ε = 1 an
output of 10 or more has probability below 0.0001 against more than 0.01.
"""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_changed


@mechanism(epsilon="eps", requires="len(rows) >= 1")
def clip_at_quantile(rows: Annotated[list[int], one_changed()], eps: Epsilon) -> int:
    ordered = sorted(rows)
    bound = max(1, ordered[9 * len(ordered) // 10])
    return laplace(sum(clamp(row, 0, bound) for row in rows), bound / eps)
