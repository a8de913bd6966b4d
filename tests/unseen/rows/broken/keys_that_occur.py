"""WRONG: the keys of the answer are those in the data."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps")
def keys_that_occur(words: Annotated[list[str], one_added_or_removed()], eps: Epsilon) -> dict[str, int]:
    counts: dict[str, int] = {}
    for word in words:
        counts[word] = counts.get(word, 0) + 1
    return {word: laplace(n, 1 / eps) for word, n in counts.items()}
