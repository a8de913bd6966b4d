"""Noisy counts per city, for the cities that occur.

Wrong: Which cities occur is told without noise. It shows on ["Rome"] and ["Rome", "Oslo"].
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps")
def groups_from_the_rows(cities: Annotated[list[str], one_added_or_removed()], eps: Epsilon) -> dict[str, int]:
    counts: dict[str, int] = {}
    for city in cities:
        counts[city] = counts.get(city, 0) + 1
    return {city: laplace(count, 1 / eps) for city, count in counts.items()}
