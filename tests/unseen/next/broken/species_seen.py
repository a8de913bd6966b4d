"""The table has a noisy count for each species that is in the data, so which species are in the data is told exactly.
Witness: no sightings against one of species 7; the table is empty only on the left."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps")
def species_seen(sightings: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> list[tuple[int, int]]:
    counts: dict[int, int] = {}
    for species in sightings:
        counts.setdefault(species, 0)
        counts[species] += 1
    return [(species, laplace(counts[species], 1 / eps)) for species in sorted(counts)]
