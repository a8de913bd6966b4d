"""Two counts of one row with half of the budget each."""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, one_added_or_removed


@mechanism(zcdp="rho")
def two_counts_split(rows: Annotated[list[int], one_added_or_removed()], rho: Epsilon) -> tuple[int, int]:
    adults = sum(1 for age in rows if age >= 18)
    everybody = len(rows)
    return gaussian(adults, variance=1 / rho), gaussian(everybody, variance=1 / rho)
