"""A histogram of keys that are not known before: noisy counts from the threshold on are shown. Not private as claimed.

Claim: (ε, δ), for a threshold of at least 1 + log(1 / (2δ)) / ε. It does not hold.

Source: the threshold of Korolova, Kenthapadi, Mishra, Ntoulas, "Releasing Search Queries and Clicks Privately", WWW
2009, and the comparison that OpenDP's issue 2922 is about.

What is wrong: `>=` for `>`. The threshold is made for continuous noise, where it does not matter. A key that one side
alone has is shown with probability a^(threshold − 1) / (1 + a), where a = e^(−ε), in place of a^threshold / (1 + a).

A violating pair: the counts [1] against [0], with threshold 5, ε = 1 and δ = 1/100. The key is shown with probability
0.013390 on the left, where 0.004926 was meant, and never on the right.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(epsilon="eps", delta="delta", requires="delta <= 1 / 2 and threshold >= 1 + log(1 / (2 * delta)) / eps")
def stability_histogram_at_threshold(
    counts: Annotated[list[int], one_within(1)], threshold: int, eps: Epsilon, delta: Epsilon
) -> list[int]:
    shown = []
    for count in counts:
        cell = 0
        if count > 0:
            noisy = laplace(count, 1 / eps)
            if noisy >= threshold:
                cell = noisy
        shown.append(cell)
    return shown
