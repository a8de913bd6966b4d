from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, uniform, within


@mechanism(epsilon="6 * eps")
def uniform_times(x: Annotated[int, within(1)], eps: Epsilon) -> list[int]:
    """A die says how often a count is asked."""
    return [laplace(x, 1 / eps) for _ in range(uniform(1, 6))]
