"""Three best items, one after the other by the exponential mechanism, each taken out before the next.

hard. Three choices at eps / 3 each.
"""

from typing import Annotated

from twinproof import Epsilon, choose, each_within, mechanism


@mechanism(epsilon="eps", requires="len(scores) >= 3")
def top_three_by_peeling(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> list[int]:
    remaining = list(range(len(scores)))
    winners = []
    for _ in range(3):
        pick = choose([scores[i] for i in remaining], eps / 6)
        winner = remaining[pick]
        winners.append(winner)
        remaining = [i for i in remaining if i != winner]
    return winners
