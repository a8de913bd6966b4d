from typing import Annotated

from twinproof import Epsilon, each_within, mechanism, one_sided_laplace


@mechanism(epsilon="eps", requires="len(costs) >= 1")
def argmin_one_sided(costs: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    """Report noisy min with one-sided noise that is taken off the cost (permute-and-flip): the winner's noise grows by 2,
    at 2 * eps / 2, and the other noise stays."""
    noisy = [-one_sided_laplace(-cost, 2 / eps) for cost in costs]
    return min(enumerate(noisy), key=lambda pair: pair[1])[0]
