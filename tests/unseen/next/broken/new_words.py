"""Words that nobody knew are shown above a threshold that lacks the 1 of their count. Witness: no rows against one, eps
= 1, threshold 1, delta = 0.19: the new word is shown with 0.269."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps", delta="delta", requires="delta <= 1 / 2 and threshold >= log(1 / (2 * delta)) / eps")
def new_words(
    words: Annotated[list[int], one_added_or_removed()], threshold: int, eps: Epsilon, delta: Epsilon
) -> list[int]:
    shown: list[int] = []
    for word in sorted(set(words)):
        if laplace(words.count(word), 1 / eps) > threshold:
            shown.append(word)
    return shown
