# Judged before running: middling.
from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, clamp, coin, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="log(1 + (exp(eps) - 1) / 4)", requires="cap >= 1")
def sampled_spend(spends: Annotated[list[int], one_added_or_removed()], cap: int, eps: Epsilon) -> int:
    """Poisson sampling with 1/4 before a clamped sum: amplification by subsampling, as in the textbooks."""
    total = 0
    for spend in spends:
        if not coin(Fraction(1, 4)):
            continue
        total += clamp(spend, 0, cap)
    return laplace(total, cap / eps)
