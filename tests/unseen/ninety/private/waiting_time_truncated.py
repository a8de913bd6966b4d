"""A waiting time that one patient can move by 2 minutes, with noise that never exceeds a bound.

middling. The two outermost values on one side are seen in one run only; together they weigh less than delta.
"""

from typing import Annotated

from twinproof import Epsilon, mechanism, truncated_laplace, within


@mechanism(epsilon="eps", delta="2 * exp(-eps * (bound - 1) / 2)", requires="bound >= 1")
def waiting_time_truncated(minutes: Annotated[int, within(2)], bound: int, eps: Epsilon) -> int:
    return max(0, truncated_laplace(minutes, 2 / eps, bound))
