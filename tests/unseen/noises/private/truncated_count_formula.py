from typing import Annotated

from twinproof import Epsilon, mechanism, truncated_laplace, within


@mechanism(epsilon="eps", delta="delta", requires="delta < 1 and bound >= 1 and bound >= 1 + log(1 / delta) / eps")
def truncated_count_formula(x: Annotated[int, within(1)], bound: int, eps: Epsilon, delta: Epsilon) -> int:
    """The bound for a delta."""
    return truncated_laplace(x, 1 / eps, bound)
