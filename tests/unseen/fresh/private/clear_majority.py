# Judged before running: hard.
from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps", delta="delta", requires="delta <= 1 / 2 and threshold >= 1 + log(1 / (2 * delta)) / eps")
def clear_majority(
    votes: Annotated[list[bool], one_added_or_removed()], threshold: int, eps: Epsilon, delta: Epsilon
) -> str:
    """Propose, test, release. A vote moves the lead by 1; the winner can change only where the lead is 1 or less on
    both sides, and there the test passes with probability delta at most."""
    ayes = sum(1 for vote in votes if vote)
    noes = len(votes) - ayes
    lead = abs(ayes - noes)
    if laplace(lead, 1 / eps) <= threshold:
        return "unsure"
    if ayes >= noes:
        return "aye"
    return "no"
