"""The median of values between 0 and 100, with noise of scale 1.

middling. One value can move the median by 100. Witness: [0] and [100].
"""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_changed


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def noisy_exact_median(scores: Annotated[list[int], one_changed()], eps: Epsilon) -> int:
    ordered = sorted(clamp(s, 0, 100) for s in scores)
    return laplace(ordered[len(ordered) // 2], 1 / eps)
