"""A histogram of keys that are not known before, with a threshold that does not know δ. Not private as claimed.

Claim: (ε, δ), for a threshold of at least 1 + 1/ε. It does not hold.

Source: the histogram of Korolova, Kenthapadi, Mishra, Ntoulas, "Releasing Search Queries and Clicks Privately", WWW
2009, altered.

What is wrong: the threshold has to grow with log(1 / (2δ)). That it is one scale of the noise above 1 keeps a key
that one side alone has hidden most of the time, and no more.

A violating pair: the counts [1] against [0], with threshold 2, ε = 1 and δ = 1/100. The key is shown with probability
0.0989 on the left, and never on the right.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(epsilon="eps", delta="delta", requires="delta <= 1 / 2 and threshold >= 1 + 1 / eps")
def threshold_without_log(
    counts: Annotated[list[int], one_within(1)], threshold: int, eps: Epsilon, delta: Epsilon
) -> list[int]:
    shown = []
    for count in counts:
        cell = 0
        if count > 0:
            noisy = laplace(count, 1 / eps)
            if noisy > threshold:
                cell = noisy
        shown.append(cell)
    return shown
