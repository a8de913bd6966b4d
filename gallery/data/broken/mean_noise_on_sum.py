"""A noisy sum and the true number of rows. Not private as claimed.

Claim: ε, when one row may come or go. It does not hold, and no other bound does.

Source: ordinary code; a mean with noise on the sum only, and the parts shown.

What is wrong: the number of rows is released as it is.

A violating pair: the rows () against (0). The second part is 0 in one case and 1 in the other.
"""

from dataclasses import dataclass
from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


@dataclass(frozen=True)
class Mean:
    total: int
    count: int


@mechanism(epsilon="eps", requires="top >= 1")
def mean_noise_on_sum(rows: Annotated[list[int], one_added_or_removed()], top: int, eps: Epsilon) -> Mean:
    total = 0
    count = 0
    for row in rows:
        total += clamp(row, 0, top)
        count += 1
    return Mean(laplace(total, top / eps), count)
