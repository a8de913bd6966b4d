"""Votes in a dictionary, counted with get; unknown names do not count."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed

PARTIES = ("red", "green", "blue")


@mechanism(epsilon="eps")
def votes_by_get(votes: Annotated[list[str], one_added_or_removed()], eps: Epsilon) -> dict[str, int]:
    tally = {party: 0 for party in PARTIES}
    for vote in votes:
        if vote in tally:
            tally[vote] = tally.get(vote, 0) + 1
    return {party: laplace(n, 1 / eps) for party, n in tally.items()}
