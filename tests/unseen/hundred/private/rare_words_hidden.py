"""Noisy counts of words are shown if they are above a threshold; words that do not occur get no noise.

Why: Only a count that moves between 0 and 1 changes whether noise is drawn, and it is then above the
threshold with at most delta.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(
    epsilon="eps",
    delta="delta",
    requires="delta <= 1 / 2 and threshold >= 1 + log(1 / (2 * delta)) / eps and len(words) == len(counts)",
)
def rare_words_hidden(
    counts: Annotated[list[int], one_within(1)], words: list[str], threshold: int, eps: Epsilon, delta: Epsilon
) -> list[tuple[str, int]]:
    shown = []
    for word, count in zip(words, counts):
        if count == 0:
            continue
        noisy = laplace(count, 1 / eps)
        if noisy > threshold:
            shown.append((word, noisy))
    return shown
