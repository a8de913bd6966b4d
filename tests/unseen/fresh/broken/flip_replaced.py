# Judged before running: middling.
from typing import Annotated

from twinproof import Epsilon, mechanism, one_changed, permute_and_flip

GENRES = ("jazz", "rock", "folk")


@mechanism(epsilon="eps")
def flip_replaced(listens: Annotated[list[str], one_changed()], eps: Epsilon) -> str:
    """The bug: rate eps is for counts that move in one direction; a replaced row moves two of them apart.
    Witness: ["jazz"] and ["rock"], output "jazz", eps 1: a loss above 1."""
    tally = {genre: 0 for genre in GENRES}
    for listen in listens:
        if listen in tally:
            tally[listen] += 1
    return GENRES[permute_and_flip([tally[genre] for genre in GENRES], eps)]
