"""A count of a random half of the rows, with half of the noise and half of the claim. Not private as claimed.

Claim: ε/2, when one row is added or removed. It does not hold; ln(1 + (e^(2ε) − 1)/2), which is above ε, does.

Source: Kasiviswanathan, Lee, Nissim, Raskhodnikova, Smith, "What Can We Learn Privately?", SIAM Journal on Computing 40,
2011, lemma 4.4, and Balle, Barthe, Gaboardi, "Privacy Amplification by Subsampling", NeurIPS 2018: a mechanism that is
ε-private is about q·ε-private on a sample in which each row is with probability q.

What is wrong: that each row counts with probability 1/2 only was used twice: for the noise, which is for ε = 2·eps, and
for the claim, which is a half of eps again.

A violating pair: no row against one row. The event is an output that only the sampled row makes likely.
"""

from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, coin, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps / 2")
def subsampled_count_twice(rows: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    count = 0
    for row in rows:
        if coin(Fraction(1, 2)) and row > 0:
            count += 1
    return laplace(count, Fraction(1, 2) / eps)
