"""A noisy count of a random half of the rows, with a claim that does not even use that it is a half.

Claim: ε, when one row is added or removed.

Source: Kasiviswanathan, Lee, Nissim, Raskhodnikova, Smith, "What Can We Learn Privately?", SIAM J. Comput. 40, 2011;
Balle, Barthe, Gaboardi, "Privacy Amplification by Subsampling", NeurIPS 2018.

Coupling: the same coins for the rows that both have; the coin of the other row is drawn on one side alone. The counts
then differ by 1 at most. With amplification ln(1 + (e^ε − 1)/2) could be claimed.
"""

from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, coin, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps")
def subsampled_count(rows: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    count = 0
    for row in rows:
        if coin(Fraction(1, 2)) and row > 0:
            count += 1
    return laplace(count, 1 / eps)
