"""How many pairs of players are in the same team, with noise for 1; one player makes as many pairs as the team has
others. Witness: [7, 7] against [7, 7, 7]; from one pair to three, a loss of twice eps."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps")
def pairs_in_same_team(teams: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    pairs = 0
    for i in range(len(teams)):
        for j in range(i + 1, len(teams)):
            if teams[i] == teams[j]:
                pairs += 1
    return laplace(pairs, 1 / eps)
