"""Counts of keys that nobody knew before, shown as soon as the noisy count reaches the threshold.

Claim: (ε, δ), when one row may come or go. It does not hold.

Source: Korolova, Kenthapadi, Mishra, Ntoulas, "Releasing Search Queries and Clicks Privately", WWW 2009, altered.

What is wrong: `>=` for `>`: a key that one row alone has is shown where the noise is threshold − 1, too, and that is
likelier than δ.

A violating pair: the rows () against (7).
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps", delta="delta", requires="delta <= 1 / 2 and threshold >= 1 + log(1 / (2 * delta)) / eps")
def keys_if_many_reached(
    keys: Annotated[list[int], one_added_or_removed()], threshold: int, eps: Epsilon, delta: Epsilon
) -> dict[int, int]:
    counts: dict[int, int] = {}
    for key in keys:
        counts[key] = counts.get(key, 0) + 1
    shown: dict[int, int] = {}
    for key, count in sorted(counts.items()):
        noisy = laplace(count, 1 / eps)
        if noisy >= threshold:
            shown[key] = noisy
    return shown
