# Judged before running: hard.
from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@mechanism(
    epsilon="len(edges) * eps * (exp(eps) - 1) + eps * sqrt(2 * len(edges) * log(1 / delta))",
    delta="delta",
    requires="delta < 1",
)
def advanced_thresholds(
    sizes: Annotated[list[int], one_added_or_removed()], edges: list[int], eps: Epsilon, delta: Epsilon
) -> list[int]:
    """One count for each edge at eps each: advanced composition with the formula of Dwork, Rothblum and Vadhan."""
    return [laplace(sum(1 for size in sizes if size >= edge), 1 / eps) for edge in edges]
