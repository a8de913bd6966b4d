"""A noisy histogram over three ages, and from it the first age where half of the noisy total is reached.

Why: A row that comes or goes moves one bin by 1 at rate eps; the scan reads noisy counts only.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed

AGES = (18, 30, 45)


@mechanism(epsilon="eps")
def median_from_histogram(ages: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    counts = {age: 0 for age in AGES}
    for age in ages:
        if age in counts:
            counts[age] += 1
    noisy = {age: laplace(count, 1 / eps) for age, count in counts.items()}
    total = sum(noisy.values())
    running = 0
    for age in AGES:
        running += noisy[age]
        if 2 * running >= total:
            return age
    return AGES[-1]
