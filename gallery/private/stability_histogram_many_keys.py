"""The histogram of keys that are not known before, where one user may hold every key.

Claim: (n·ε, n·δ) for n keys, of which each count may move by 1, for a threshold of at least 1 + log(1 / (2δ)) / ε.

Source: Korolova, Kenthapadi, Mishra, Ntoulas, "Releasing Search Queries and Clicks Privately", WWW 2009.

Why: each key costs ε where both sides have it, and δ where one side alone has it, as in `stability_histogram`.
"""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(
    epsilon="len(counts) * eps",
    delta="len(counts) * delta",
    requires="delta <= 1 / 2 and threshold >= 1 + log(1 / (2 * delta)) / eps",
)
def stability_histogram_many_keys(
    counts: Annotated[list[int], each_within(1)], threshold: int, eps: Epsilon, delta: Epsilon
) -> list[int]:
    shown = []
    for count in counts:
        noisy = laplace(count, 1 / eps) if count > 0 else 0
        shown.append(noisy if noisy > threshold else 0)
    return shown
