"""The lowest of public levels below which a share of the data lies, by above threshold on counts of rows.

middling. All counts move by 1 at most when a row is replaced.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_changed


@mechanism(epsilon="eps")
def percentile_by_sparse_vector(
    delays: Annotated[list[int], one_changed()], levels: list[int], percent: int, eps: Epsilon
) -> int | None:
    wanted = laplace(len(delays) * percent // 100, 2 / eps)
    for level in levels:
        at_most = sum(1 for delay in delays if delay <= level)
        if laplace(at_most, 4 / eps) >= wanted:
            return level
    return None
