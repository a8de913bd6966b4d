"""The favourite of a sample in which each voter is with probability 1/2, by permute and flip. All counts move in one
direction, so that costs eps at rate eps, and sampling brings it down where a voter comes or goes."""

from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, coin, mechanism, one_added_or_removed, permute_and_flip

CANDIDATES = 4


@mechanism(epsilon="log(1 + (exp(eps) - 1) / 2)")
def straw_poll(ballots: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    votes = [0] * CANDIDATES
    for ballot in ballots:
        if coin(Fraction(1, 2)) and 0 <= ballot < CANDIDATES:
            votes[ballot] += 1
    return permute_and_flip(votes, eps)
