from math import log
from typing import Annotated

from twinproof import mechanism, one_changed, randomized_response


@mechanism(epsilon="log(3)")
def response_log_four(votes: Annotated[list[bool], one_changed()]) -> list[bool]:
    """WRONG: the truth with probability 4/5, and a claim for 3/4."""
    return [randomized_response(vote, log(4)) for vote in votes]
