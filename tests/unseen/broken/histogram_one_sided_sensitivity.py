from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_within

BINS = 10


@mechanism(epsilon="eps")
def histogram_one_sided_sensitivity(ages: Annotated[list[int], one_within(120)], eps: Epsilon) -> list[int]:
    """WRONG: scale 1 / eps is for people who come or go; here one person changes, and two bins move. Ages [5] and [15]:
    the loss is 2 * eps at every output with a first count of 1 or more and a second of 0 or less."""
    bins = [0] * BINS
    for age in ages:
        bins[clamp(age // 10, 0, BINS - 1)] += 1
    return [laplace(count, 1 / eps) for count in bins]
