"""Propose, test, release: the winner is told exactly if its lead is large with noise.

hard. The threshold forgets that the lead is 1, not 0, where the winner has just changed. Witness: [] and [True], where
the threshold t is just allowed: exp(-t eps) / (1 + exp(-eps)) is more than exp(-t eps) / 2.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps", delta="delta", requires="delta <= 1 / 2 and threshold >= log(1 / (2 * delta)) / eps")
def winner_if_lead_is_large(
    votes: Annotated[list[bool], one_added_or_removed()], threshold: int, eps: Epsilon, delta: Epsilon
) -> bool | None:
    yes = sum(1 for vote in votes if vote)
    no = len(votes) - yes
    if laplace(abs(yes - no), 1 / eps) > threshold:
        return yes > no
    return None
