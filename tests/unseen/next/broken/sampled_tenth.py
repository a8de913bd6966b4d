"""Who is counted with probability 1/10 is said to lose eps / 10; it is log(1 + (exp(eps) - 1) / 10), which is more.
Witness: no rows against one voter, eps = 1; the output 1 has a loss of 0.158."""

from fractions import Fraction
from typing import Annotated, NamedTuple

from twinproof import Epsilon, coin, laplace, mechanism, one_added_or_removed


class Voter(NamedTuple):
    precinct: int
    voted: bool


@mechanism(epsilon="eps / 10")
def sampled_tenth(voters: Annotated[list[Voter], one_added_or_removed()], precinct: int, eps: Epsilon) -> int:
    counted = 0
    for voter in voters:
        if coin(Fraction(1, 10)) and voter.precinct == precinct and voter.voted:
            counted += 1
    return laplace(counted, 1 / eps)
