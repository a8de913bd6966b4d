"""A histogram of ages in two bins, where one person's age may be replaced by any other.

Wrong: A replaced row moves two counts, and the noise is for one. It shows on [10] and [70].
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_changed


@mechanism(epsilon="eps")
def histogram_of_changed(ages: Annotated[list[int], one_changed()], eps: Epsilon) -> list[int]:
    bins = [0, 0]
    for age in ages:
        bins[0 if age < 50 else 1] += 1
    return [laplace(count, 1 / eps) for count in bins]
