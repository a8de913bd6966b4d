"""One-sided noise: delta is the probability of the one value that the other side cannot give."""

from typing import Annotated

from twinproof import Epsilon, mechanism, one_sided_laplace, within


@mechanism(epsilon="eps", delta="1 - exp(-eps)")
def one_sided_start(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    return one_sided_laplace(x, 1 / eps)
