"""Words with a high noisy count, in the order in which they first occurred.

hard. The order is the data's, and without noise. Witness: eps 3, delta 1/2, threshold 1: a a b b and b a a b b, where
both words are shown with 0.9 and more, in another order.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps", delta="delta", requires="delta <= 1 / 2 and threshold >= 1 + log(1 / (2 * delta)) / eps")
def words_as_they_came(
    words: Annotated[list[str], one_added_or_removed()], threshold: int, eps: Epsilon, delta: Epsilon
) -> list[str]:
    counts: dict[str, int] = {}
    for word in words:
        counts[word] = counts.get(word, 0) + 1
    shown: list[str] = []
    for word, count in counts.items():
        if laplace(count, 1 / eps) > threshold:
            shown.append(word)
    return shown
