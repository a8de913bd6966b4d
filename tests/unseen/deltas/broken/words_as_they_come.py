"""Words in the order of their first row: a row that goes may change the order of others."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps", delta="exp(-(t - 1) * eps) / 2", requires="t >= 1")
def words_as_they_come(
    words: Annotated[list[int], one_added_or_removed()], t: int, eps: Epsilon
) -> list[tuple[int, int]]:
    counts: dict[int, int] = {}
    for word in words:
        counts[word] = counts.get(word, 0) + 1
    out = []
    for word in counts:
        noisy = laplace(counts[word], 1 / eps)
        if noisy > t:
            out.append((word, noisy))
    return out
