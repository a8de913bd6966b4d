from typing import Annotated

from twinproof import Epsilon, geometric, laplace, mechanism, within


@mechanism(epsilon="eps")
def geometric_wait(x: Annotated[int, within(1)], mean: Epsilon, eps: Epsilon) -> tuple[int, int]:
    """A waiting time and a count."""
    return geometric(mean), laplace(x, 1 / eps)
