"""One step of k-means on a line with two public centres, when one row may be replaced.

Claim: ε, when one row is replaced.

Source: Blum, Dwork, McSherry, Nissim, "Practical Privacy: The SuLQ Framework", PODS 2005.

Coupling: a replaced value leaves one cluster and enters the other at worst. Counts then move by 1 each, at ε/4; sums by
at most b each, at ε/(4b). Together at most ε.
"""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_changed


@mechanism(epsilon="eps", requires="b >= 1")
def kmeans_step_line(
    values: Annotated[list[int], one_changed()],
    left: int,
    right: int,
    b: int,
    eps: Epsilon,
) -> tuple[int, int]:
    low_sum = low_count = high_sum = high_count = 0
    for value in values:
        x = clamp(value, 0, b)
        if abs(x - left) <= abs(x - right):
            low_sum += x
            low_count += 1
        else:
            high_sum += x
            high_count += 1
    new_left = laplace(low_sum, 4 * b / eps) // max(1, laplace(low_count, 4 / eps))
    new_right = laplace(high_sum, 4 * b / eps) // max(1, laplace(high_count, 4 / eps))
    return new_left, new_right
