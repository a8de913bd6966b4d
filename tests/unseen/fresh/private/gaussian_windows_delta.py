# Judged before running: hard.
from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, one_added_or_removed


@mechanism(
    epsilon="len(starts) * rho + 2 * sqrt(len(starts) * rho * log(1 / delta))",
    delta="delta",
    requires="delta < 1",
)
def gaussian_windows_delta(
    times: Annotated[list[int], one_added_or_removed()], starts: list[int], width: int, rho: Epsilon, delta: Epsilon
) -> list[int]:
    """Counts in windows that may overlap, rho each; the conversion of zCDP at the end."""
    out = []
    for start in starts:
        inside = [time for time in times if start <= time < start + width]
        out.append(gaussian(len(inside), variance=1 / (2 * rho)))
    return out
