"""The winner of a vote by the exponential mechanism, with its count.

middling. The count has no noise. Witness: [] and ["yes"].
"""

from typing import Annotated

from twinproof import Epsilon, choose, mechanism, one_added_or_removed

OPTIONS = ("yes", "no", "abstain")


@mechanism(epsilon="eps")
def winner_then_exact_count(votes: Annotated[list[str], one_added_or_removed()], eps: Epsilon) -> tuple[str, int]:
    tally = [votes.count(option) for option in OPTIONS]
    winner = choose(tally, eps)
    return OPTIONS[winner], tally[winner]
