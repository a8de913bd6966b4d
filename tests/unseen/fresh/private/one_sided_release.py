# Judged before running: middling.
from typing import Annotated

from twinproof import Epsilon, mechanism, one_sided_laplace, within


@mechanism(epsilon="eps", delta="1 - exp(-eps)")
def one_sided_release(stock: Annotated[int, within(1)], eps: Epsilon) -> int:
    """Noise that never lies below: the smallest output, of mass 1 - exp(-eps), is impossible for the neighbour."""
    return one_sided_laplace(stock, 1 / eps)
