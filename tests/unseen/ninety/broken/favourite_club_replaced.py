"""Permute-and-flip over the clubs of fans of a known number, with the rate for counts.

hard. A fan who is replaced moves two counts in two directions. Witness: ["red"] and ["blue"]: 2 exp(eps) - 1.
"""

from typing import Annotated

from twinproof import Epsilon, mechanism, one_changed, permute_and_flip

CLUBS = ("red", "blue", "green")


@mechanism(epsilon="eps")
def favourite_club_replaced(fans: Annotated[list[str], one_changed()], eps: Epsilon) -> str:
    counts = []
    for club in CLUBS:
        counts.append(sum(1 for fan in fans if fan == club))
    return CLUBS[permute_and_flip(counts, eps)]
