from typing import Annotated

from twinproof import Epsilon, mechanism, truncated_laplace, within


@mechanism(epsilon="eps")
def truncated_private_bound(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    """WRONG: where the noise ends tells about x."""
    return truncated_laplace(0, 1 / eps, abs(x))
