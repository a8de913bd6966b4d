"""One-sided noise of a number that moves by two, with a delta for one."""

from typing import Annotated

from twinproof import Epsilon, mechanism, one_sided_laplace, within


@mechanism(epsilon="2 * eps", delta="1 - exp(-eps)")
def one_sided_two_steps(x: Annotated[int, within(2)], eps: Epsilon) -> int:
    return one_sided_laplace(x, 1 / eps)
