"""Words that nobody knew before, with their noisy counts, in the order of the words. Rows come and go."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps", delta="exp(-(t - 1) * eps) / 2", requires="t >= 1")
def words_if_common(
    words: Annotated[list[int], one_added_or_removed()], t: int, eps: Epsilon
) -> list[tuple[int, int]]:
    counts: dict[int, int] = {}
    for word in words:
        counts[word] = counts.get(word, 0) + 1
    out = []
    for word in sorted(counts):
        noisy = laplace(counts[word], 1 / eps)
        if noisy > t:
            out.append((word, noisy))
    return out
