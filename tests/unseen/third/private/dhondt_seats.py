"""Seats of a council by the method of D'Hondt, from noisy votes. A ballot moves the votes of one party by 1; who gets
the next seat is computed from noisy votes alone."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed

PARTIES = 3


@mechanism(epsilon="eps")
def dhondt_seats(ballots: Annotated[list[int], one_added_or_removed()], seats: int, eps: Epsilon) -> list[int]:
    votes = [0] * PARTIES
    for ballot in ballots:
        if 0 <= ballot < PARTIES:
            votes[ballot] += 1
    noisy = [max(0, laplace(vote, 1 / eps)) for vote in votes]

    won = [0] * PARTIES
    for _ in range(seats):
        best = 0
        for party in range(1, PARTIES):
            if noisy[party] * (won[best] + 1) > noisy[best] * (won[party] + 1):
                best = party
        won[best] += 1
    return won
