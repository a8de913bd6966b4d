"""A noisy count of a random half of the rows, with the claim of a rule of thumb. Not private as claimed.

Claim: q·ε for q = 1/2, when one row is added or removed. It does not hold; log(1 + q·(e^ε − 1)) does.

Source: Balle, Barthe, Gaboardi, "Privacy Amplification by Subsampling", NeurIPS 2018: q·ε is right for small ε only.

What is wrong: e^x is convex, so 1 + q·(e^ε − 1) is more than e^(q·ε).

A violating pair: no rows against one row. With ε = 1 the loss is 0.62, and 0.5 is claimed.
"""

from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, coin, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps / 2")
def subsampled_count_linear(rows: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    return laplace(sum(1 for _ in rows if coin(Fraction(1, 2))), 1 / eps)
