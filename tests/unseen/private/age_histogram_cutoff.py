from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_within

BINS = 10


@mechanism(epsilon="eps")
def age_histogram_cutoff(
    ages: Annotated[list[int], one_within(120)], cutoff: int, eps: Epsilon
) -> list[tuple[int, int]]:
    """Histogram of ages by decade, small noisy counts left out. One person who changes moves one count down and one up, so
    the noise has scale 2 / eps; the cutoff looks only at noisy counts."""
    bins = [0] * BINS
    for age in ages:
        bins[clamp(age // 10, 0, BINS - 1)] += 1
    noisy = [laplace(count, 2 / eps) for count in bins]
    return [(10 * i, count) for i, count in enumerate(noisy) if count >= cutoff]
