"""Noisy counts of words are shown from a threshold on; words that do not occur get no noise.

Wrong: `>=` stands for `>`, and the new word is shown with more than delta. It shows on [0] and [1] with
threshold 4, eps 1 and delta 0.0249.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(
    epsilon="eps",
    delta="delta",
    requires="delta <= 1 / 2 and threshold >= 1 + log(1 / (2 * delta)) / eps and len(words) == len(counts)",
)
def shown_at_threshold(
    counts: Annotated[list[int], one_within(1)], words: list[str], threshold: int, eps: Epsilon, delta: Epsilon
) -> list[tuple[str, int]]:
    shown = []
    for word, count in zip(words, counts):
        if count == 0:
            continue
        noisy = laplace(count, 1 / eps)
        if noisy >= threshold:
            shown.append((word, noisy))
    return shown
