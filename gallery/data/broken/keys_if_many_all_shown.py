"""Counts of keys that nobody knew before, each with noise, and the threshold is forgotten.

Claim: (ε, δ), when one row may come or go. It does not hold.

Source: ordinary code.

What is wrong: a key that one row alone has is always shown, and shows that this row is there.

A violating pair: the rows () against (7).
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps", delta="delta", requires="delta <= 1 / 2")
def keys_if_many_all_shown(
    keys: Annotated[list[int], one_added_or_removed()], eps: Epsilon, delta: Epsilon
) -> dict[int, int]:
    counts: dict[int, int] = {}
    for key in keys:
        counts[key] = counts.get(key, 0) + 1
    return {key: laplace(count, 1 / eps) for key, count in sorted(counts.items())}
