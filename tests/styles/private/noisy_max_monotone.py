"""Report-noisy-max for counts, in other styles: half the noise, as all votes move one way.

Claim: ε, as in `gallery/private/noisy_max_monotone.py`. Of equal ones the first wins; the
result is None, or −1, if there are no votes.
"""

from typing import Annotated, NamedTuple, Optional

from twinproof import Epsilon, each_within, laplace, mechanism


class Tally(NamedTuple):
    candidate: int
    votes: int


@mechanism(epsilon="eps")
def noisy_max_monotone_comprehension(
    votes: Annotated[list[int], each_within(1, monotone=True)], eps: Epsilon
) -> int | None:
    """A list of tallies, and where its maximum stands."""
    tallies = [laplace(count, 1 / eps) for count in votes]
    return tallies.index(max(tallies)) if len(tallies) > 0 else None


@mechanism(epsilon="eps")
def noisy_max_monotone_pairs(votes: Annotated[list[int], each_within(1, monotone=True)], eps: Epsilon) -> int:
    """The maximum of pairs (tally, −candidate), so that the first of equal ones wins."""
    if len(votes) == 0:
        return -1
    _, minus_leader = max((laplace(count, 1 / eps), -i) for i, count in enumerate(votes))
    return -minus_leader


@mechanism(epsilon="eps")
def noisy_max_monotone_in_place(votes: Annotated[list[int], each_within(1, monotone=True)], eps: Epsilon) -> int:
    """Tallies in a list that is filled in place; the leader is a position in it."""
    tallies = [0] * len(votes)
    leader = -1
    for i in range(len(votes)):
        tallies[i] += laplace(votes[i], 1 / eps)
        if leader == -1 or tallies[i] > tallies[leader]:
            leader = i
    return leader


@mechanism(epsilon="eps")
def noisy_max_monotone_records(
    votes: Annotated[list[int], each_within(1, monotone=True)], eps: Epsilon
) -> Optional[int]:
    """Records, sorted by their tally from the highest down; sorting keeps the order of equal ones."""
    tallies = [Tally(i, laplace(count, 1 / eps)) for i, count in enumerate(votes)]
    ranking = sorted(tallies, key=lambda tally: tally.votes, reverse=True)
    return ranking[0].candidate if len(ranking) > 0 else None


@mechanism(epsilon="eps")
def noisy_max_monotone_none(votes: Annotated[list[int], each_within(1, monotone=True)], eps: Epsilon) -> int | None:
    """The leader is None as long as there is none."""
    leader: int | None = None
    lead = 0
    for candidate, count in enumerate(votes):
        tally = laplace(count, 1 / eps)
        if leader is None or tally > lead:
            leader, lead = candidate, tally
    return leader
