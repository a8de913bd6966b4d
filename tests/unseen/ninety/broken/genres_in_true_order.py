"""Genres of films with noisy counts, the most watched first.

middling. They are sorted by the true counts. Witness: [] and ["crime"]: crime comes first in one only.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed

GENRES = ("drama", "crime", "comedy")


@mechanism(epsilon="eps")
def genres_in_true_order(watched: Annotated[list[str], one_added_or_removed()], eps: Epsilon) -> list[tuple[str, int]]:
    counts = {genre: 0 for genre in GENRES}
    for genre in watched:
        if genre in counts:
            counts[genre] += 1
    order = sorted(GENRES, key=lambda genre: -counts[genre])
    return [(genre, laplace(counts[genre], 1 / eps)) for genre in order]
