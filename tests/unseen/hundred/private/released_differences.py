"""The changes from one entry to the next are put into a list, and each is told with noise.

Why: One entry moves by 1 and stands in two differences, so together they move by 2 at rate eps / 2.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(epsilon="eps")
def released_differences(series: Annotated[list[int], one_within(1)], eps: Epsilon) -> list[int]:
    changes = []
    for i in range(len(series) - 1):
        changes.append(series[i + 1] - series[i])
    return [laplace(change, 2 / eps) for change in changes]
