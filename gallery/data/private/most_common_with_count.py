"""The most common kind together with its noisy count.

Claim: ε, when one row may come or go.

Source: ordinary code. For scores that all may move this is not private (`gallery/broken/noisy_max_value.py`); here only
one count moves.

Coupling: all noisy counts are made equal, for 1 unit of ε, as one of them moves by 1. Both results are computed from
these.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps", requires="kinds >= 1")
def most_common_with_count(
    rows: Annotated[list[int], one_added_or_removed()],
    kinds: int,
    eps: Epsilon,
) -> tuple[int, int]:
    noisy = [laplace(rows.count(kind), 1 / eps) for kind in range(kinds)]
    best = max(range(kinds), key=lambda kind: noisy[kind])
    return best, noisy[best]
