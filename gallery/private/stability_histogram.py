"""A histogram of keys that are not known before: a key that nobody has gets no noise, and small counts stay hidden.

Claim: (ε, δ), for a threshold of at least 1 + log(1 / (2δ)) / ε.

Source: Korolova, Kenthapadi, Mishra, Ntoulas, "Releasing Search Queries and Clicks Privately", WWW 2009; Bun, Nissim,
Stemmer, "Simultaneous Private Learning of Multiple Concepts", ITCS 2016, with this threshold.

Why: only a key that one side alone has needs δ. Its count is 1, and it is shown with probability a^t / (1 + a), where
a = e^(−ε); that is at most δ. All other keys are as in a plain histogram.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(epsilon="eps", delta="delta", requires="delta <= 1 / 2 and threshold >= 1 + log(1 / (2 * delta)) / eps")
def stability_histogram(
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
