from typing import Annotated

from twinproof import Epsilon, clamp, mechanism, one_changed, truncated_laplace


@mechanism(epsilon="eps", delta="delta", requires="delta < 1 and bound >= 10 and bound >= 10 * (1 + log(1 / delta) / eps)")
def truncated_sum_delta(rows: Annotated[list[int], one_changed()], bound: int, eps: Epsilon, delta: Epsilon) -> int:
    """A clamped sum; up to ten values at the end are given up, which are at most delta together."""
    return truncated_laplace(sum(clamp(row, 0, 10) for row in rows), 10 / eps, bound)
