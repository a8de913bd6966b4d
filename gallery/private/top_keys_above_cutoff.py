"""The k keys with the highest noisy counts, of those that are above a cut-off; keys that nobody has are not looked at.

Claim: (ε, δ), for a cut-off of at least 1 + log(1 / (2δ)) / ε.

Source: Durfee, Rogers, "Practical Differentially Private Top-k Selection with Pay-what-you-get Composition", NeurIPS
2019, for one count that moves.

Why: the noisy counts above the cut-off are those of `stability_histogram`, and which are the highest follows from
them.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(
    epsilon="eps", delta="delta", requires="k >= 0 and delta <= 1 / 2 and cutoff >= 1 + log(1 / (2 * delta)) / eps"
)
def top_keys_above_cutoff(
    counts: Annotated[list[int], one_within(1)], k: int, cutoff: int, eps: Epsilon, delta: Epsilon
) -> list[int]:
    noisy = []
    for count in counts:
        cell = laplace(count, 1 / eps) if count > 0 else cutoff
        noisy.append(max(cell, cutoff))
    winners: list[int] = []
    for _ in range(k):
        best = -1
        for i in range(len(noisy)):
            if noisy[i] > cutoff and i not in winners and (best < 0 or noisy[i] > noisy[best]):
                best = i
        if best >= 0:
            winners.append(best)
    return winners
