from fractions import Fraction
from math import log
from typing import Annotated

from twinproof import mechanism, one_changed, randomized_response


@mechanism(epsilon="log(3)", requires="len(votes) >= 1")
def response_estimate(votes: Annotated[list[bool], one_changed()]) -> Fraction:
    """Warner's estimate for a truth with probability 3/4: the share of yes, made unbiased."""
    yes = sum(1 for vote in votes if randomized_response(vote, log(3)))
    return Fraction(4 * yes - len(votes), 2 * len(votes))
