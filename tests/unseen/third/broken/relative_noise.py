"""Small counts get more noise than larger ones, "as they need more protection": how much there is depends on the true
count. Witness: two rows against three, eps = 1; the output 3 has 0.082 against 0.462, a loss of 1.73."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps")
def relative_noise(cases: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    count = len(cases)
    if count < 3:
        return laplace(count, 5 / eps)
    return laplace(count, 1 / eps)
