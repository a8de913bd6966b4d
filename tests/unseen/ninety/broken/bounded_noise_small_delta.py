"""A number that moves by 2, with noise of at most a bound.

middling. Two outermost values are seen in one run only, and delta pays for half of one. Witness: 0 and 2, bound 1,
eps 1: they weigh 0.726, and delta is 0.303.
"""

from typing import Annotated

from twinproof import Epsilon, mechanism, truncated_laplace, within


@mechanism(epsilon="eps", delta="exp(-eps * bound / 2) / 2", requires="bound >= 1")
def bounded_noise_small_delta(beds: Annotated[int, within(2)], bound: int, eps: Epsilon) -> int:
    return truncated_laplace(beds, 2 / eps, bound)
