# Judged before running: middling.
from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, one_changed

BANDS = ("child", "adult", "old")


@mechanism(zcdp="rho")
def gaussian_bins_replaced(ages: Annotated[list[int], one_changed()], rho: Epsilon) -> dict[str, int]:
    """The bug: a replaced row moves two bins, so the squares are 2, and the noise is for 1.
    Witness: [10] and [30]: the divergence of order 2 is 4 rho, and 2 rho is claimed."""
    counts = {band: 0 for band in BANDS}
    for age in ages:
        if age < 18:
            counts["child"] += 1
        elif age < 65:
            counts["adult"] += 1
        else:
            counts["old"] += 1
    return {band: gaussian(count, variance=1 / (2 * rho)) for band, count in counts.items()}
