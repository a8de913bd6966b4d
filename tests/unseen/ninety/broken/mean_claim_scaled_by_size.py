"""A mean, with noise that gets less the more rows there are.

easy. The number of rows is private, and in the scale. Witness: [10] and [10, 0] with cap 10: scales 10 and 5.
"""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps", requires="cap >= 1")
def mean_claim_scaled_by_size(claims: Annotated[list[int], one_added_or_removed()], cap: int, eps: Epsilon) -> int:
    n = max(1, len(claims))
    mean = sum(clamp(c, 0, cap) for c in claims) // n
    return laplace(mean, cap / (n * eps))
