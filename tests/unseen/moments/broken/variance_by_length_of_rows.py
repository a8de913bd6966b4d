"""As much noise as there are rows."""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, one_added_or_removed


@mechanism(zcdp="rho")
def variance_by_length_of_rows(rows: Annotated[list[int], one_added_or_removed()], rho: Epsilon) -> int:
    return gaussian(len(rows), variance=max(1, len(rows)) / (2 * rho))
