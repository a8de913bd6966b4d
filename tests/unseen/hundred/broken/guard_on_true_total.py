"""Nothing is told of a group with fewer than five people; otherwise its noisy number is.

Wrong: The guard looks at the true number. It shows on 4 and 5.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, within


@mechanism(epsilon="eps")
def guard_on_true_total(people: Annotated[int, within(1)], eps: Epsilon) -> int | None:
    if people < 5:
        return None
    noisy = laplace(people, 1 / eps)
    if noisy < 5:
        return 5
    return noisy
