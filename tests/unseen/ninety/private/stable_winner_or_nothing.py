"""Propose, test, release: the winner of a vote is told exactly, but only if its lead is large with noise.

hard. The winner changes only where the lead is 0 in one run and 1 in the other; then it is told with delta at most.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps", delta="delta", requires="delta <= 1 / 2 and threshold >= 1 + log(1 / (2 * delta)) / eps")
def stable_winner_or_nothing(
    votes: Annotated[list[bool], one_added_or_removed()], threshold: int, eps: Epsilon, delta: Epsilon
) -> bool | None:
    yes = sum(1 for vote in votes if vote)
    no = sum(1 for vote in votes if not vote)
    lead = laplace(abs(yes - no), 1 / eps)
    if lead > threshold:
        return yes > no
    return None
