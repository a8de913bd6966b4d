# Judged before running: hard.
from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps")
def redraw_until_positive(cases: Annotated[list[bool], one_added_or_removed()], eps: Epsilon) -> int:
    """The bug: negative answers are drawn again, so the mass that is left depends on the count.
    Witness: [] and [True], output 0, with a = exp(-eps): 1 - a against a (1 - a) / (1 + a - a^2); the loss is
    eps + log(1 + a - a^2)."""
    count = sum(1 for case in cases if case)
    noisy = laplace(count, 1 / eps)
    while noisy < 0:
        noisy = laplace(count, 1 / eps)
    return noisy
