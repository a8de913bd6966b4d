"""A count of a random half of the rows, with a quarter of the noise. Not private as claimed.

Claim: ε, when one row is added or removed. It does not hold; ln(1 + (e^(4ε) − 1)/2) does.

Source: Kasiviswanathan, Lee, Nissim, Raskhodnikova, Smith, "What Can We Learn Privately?", SIAM J. Comput. 40, 2011;
Balle, Barthe, Gaboardi, "Privacy Amplification by Subsampling", NeurIPS 2018. What is ε-private is about q·ε-private on
a sample in which each row is with probability q.

What is wrong: that each row counts with probability 1/2 only was used twice, once when the noise was halved and once
more; and 1/2 is right for small ε only.

A violating pair: no row against the row 1. The event is an output far above 0; with ε = 1 the loss comes near to 3.3.
"""

from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, coin, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps")
def subsampled_count_twice(rows: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    count = 0
    for row in rows:
        if coin(Fraction(1, 2)) and row > 0:
            count += 1
    return laplace(count, Fraction(1, 4) / eps)
