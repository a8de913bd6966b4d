"""K-ary randomized response: each row is one of k values, and is told or replaced by another one.

Claim: ε, when one row is replaced.

Source: Kairouz, Bonawitz, Ramage, "Discrete Distribution Estimation under Local Privacy", ICML 2016.

Coupling: the same responses. The one about the row that is replaced costs ε at most, all others nothing.
"""

from typing import Annotated

from twinproof import Epsilon, clamp, mechanism, one_changed, randomized_choice


@mechanism(epsilon="eps", requires="k >= 1")
def kary_response(rows: Annotated[list[int], one_changed()], k: int, eps: Epsilon) -> list[int]:
    counts = [0] * k
    for row in rows:
        counts[randomized_choice(clamp(row, 0, k - 1), k, eps)] += 1
    return counts
