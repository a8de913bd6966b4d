"""Up to c alarms over a noisy limit.

middling. The noise of the counts does not grow with c. Witness: quiet counts near the limit keep the noisy limit up,
then c counts below it must each rise by themselves: e.g. c = 4, [10] * 6 + [0] * 4 with neighbours 1 up and 1 down.
"""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(epsilon="eps", requires="c >= 1")
def sparse_vector_forgets_c(
    counts: Annotated[list[int], each_within(1)], limit: int, c: int, eps: Epsilon
) -> list[bool]:
    noisy_limit = laplace(limit, 2 / eps)
    out: list[bool] = []
    alarms = 0
    i = 0
    while i < len(counts) and alarms < c:
        above = laplace(counts[i], 4 / eps) >= noisy_limit
        out.append(above)
        if above:
            alarms += 1
        i += 1
    return out
