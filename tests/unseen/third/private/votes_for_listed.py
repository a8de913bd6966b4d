"""Votes for the parties on the list, from a Counter over all ballots. A ballot moves the count of one party by 1 or, if
it names something else, none; the keys of the answer are public."""

from collections import Counter
from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed

PARTIES = ("blue", "green", "grey")


@mechanism(epsilon="eps")
def votes_for_listed(ballots: Annotated[list[str], one_added_or_removed()], eps: Epsilon) -> dict[str, int]:
    tally = Counter(ballots)
    return {party: laplace(tally[party], 1 / eps) for party in PARTIES}
