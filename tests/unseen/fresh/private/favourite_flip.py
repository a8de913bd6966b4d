# Judged before running: middling.
from typing import Annotated

from twinproof import Epsilon, mechanism, one_added_or_removed, permute_and_flip

GENRES = ("jazz", "rock", "folk", "opera")


@mechanism(epsilon="eps")
def favourite_flip(listens: Annotated[list[str], one_added_or_removed()], eps: Epsilon) -> str:
    """The favourite genre by permute-and-flip; one listen moves one count, in one direction, so rate eps is enough."""
    tally = [listens.count(genre) for genre in GENRES]
    return GENRES[permute_and_flip(tally, eps)]
