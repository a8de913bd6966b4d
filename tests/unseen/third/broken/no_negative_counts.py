"""A noisy count, and the true one where the noisy one would be negative. Witness: no rows against one, eps = 1; the
output 0 has 0.731 on the left and 0.170 on the right, a loss of 1.46."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps")
def no_negative_counts(members: Annotated[list[bool], one_added_or_removed()], eps: Epsilon) -> int:
    active = sum(members)
    noisy = laplace(active, 1 / eps)
    return noisy if noisy >= 0 else active
