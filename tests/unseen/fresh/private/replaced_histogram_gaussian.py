# Judged before running: middling.
from typing import Annotated

from twinproof import Epsilon, clamp, gaussian, mechanism, one_changed


@mechanism(zcdp="rho")
def replaced_histogram_gaussian(bands: Annotated[list[int], one_changed()], rho: Epsilon) -> list[int]:
    """A histogram where a row is replaced: two bins move by 1, so the squares are 2, and 2 / (2 * (1 / rho)) = rho."""
    counts = [0] * 5
    for band in bands:
        counts[clamp(band, 0, 4)] += 1
    return [gaussian(count, variance=1 / rho) for count in counts]
