"""A noisy count of a random part of the rows, with the claim that being left out by chance protects.

Claim: log(1 + q·(e^ε − 1)) for q = 1/10, when one row is added or removed.

Source: Kasiviswanathan, Lee, Nissim, Raskhodnikova, Smith, "What Can We Learn Privately?", SIAM J. Comput. 40, 2011;
Balle, Barthe, Gaboardi, "Privacy Amplification by Subsampling", NeurIPS 2018.

Coupling: the same coins for the rows that both have. The run with a row more tosses its coin alone, which costs the
whole claim and gives ε back if it is true; that pays for the counts being apart.
"""

from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, coin, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="log(1 + (exp(eps) - 1) / 10)")
def subsampled_count_amplified(rows: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    count = sum(1 for row in rows if coin(Fraction(1, 10)) and row > 0)
    return laplace(count, 1 / eps)
