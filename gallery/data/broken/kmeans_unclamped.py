"""A step of k-means on a line, where points are assigned but not clamped. Not private as claimed.

Claim: ε, when one row may come or go. It does not hold, and no other bound does.

Source: ordinary code. Compare `gallery/data/private/kmeans_step.py`.

What is wrong: a point far outside still has a nearest centre, and moves that cluster's sum as far as it likes.

A violating pair: b = 1, centres −1 and 1, the rows () against (3). The right cluster's sum is 0 against 3, at ε/2 each,
and its count 0 against 1, at ε/2: sums and counts of 0 lose 2ε.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps", requires="b >= 1")
def kmeans_unclamped(
    values: Annotated[list[int], one_added_or_removed()],
    b: int,
    eps: Epsilon,
) -> list[tuple[int, int]]:
    """Sum and count of the cluster around −b, and of the one around b."""
    sums = [0, 0]
    counts = [0, 0]
    for x in values:
        cluster = 0 if abs(x + b) < abs(x - b) else 1
        sums[cluster] += x
        counts[cluster] += 1
    return [(laplace(sums[i], 2 * b / eps), laplace(counts[i], 2 / eps)) for i in range(2)]
