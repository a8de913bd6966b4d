"""What most of a random third of the rows say, by the exponential mechanism, with the amplified claim.

Claim: log(1 + q·(e^ε − 1)) for q = 1/3, when one row is added or removed.

Source: McSherry, Talwar, "Mechanism Design via Differential Privacy", FOCS 2007; Balle, Barthe, Gaboardi, "Privacy
Amplification by Subsampling", NeurIPS 2018.

Coupling: the same coins for the rows that both have. The run with a row more tosses its coin alone, which costs the
whole claim and gives ε back if it is true. Only then are the scores apart, by 1 and in one direction, which costs ε.
"""

from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, choose, coin, mechanism, one_added_or_removed


@mechanism(epsilon="log(1 + (exp(eps) - 1) / 3)")
def majority_of_a_sample(votes: Annotated[list[bool], one_added_or_removed()], eps: Epsilon) -> bool:
    yes = 0
    no = 0
    for vote in votes:
        if coin(Fraction(1, 3)):
            if vote:
                yes += 1
            else:
                no += 1
    return choose([no, yes], eps) == 1
