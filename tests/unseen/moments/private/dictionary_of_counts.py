"""A histogram as a dictionary."""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, one_added_or_removed


@mechanism(zcdp="rho")
def dictionary_of_counts(rows: Annotated[list[str], one_added_or_removed()], rho: Epsilon) -> dict[str, int]:
    counts = {"red": 0, "green": 0, "blue": 0}
    for row in rows:
        if row in counts:
            counts[row] += 1
    return {colour: gaussian(count, variance=1 / (2 * rho)) for colour, count in counts.items()}
