"""Words (by number) that users searched for, each user twice at most, shown if the noisy count is high.

hard. Scale 2 / eps for the two rows; two new words are shown with probability exp(-(t - 1) eps / 2) at most, one new
word that was searched for twice with half of exp(-(t - 2) eps / 2).
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_user_added_or_removed


class Search(NamedTuple):
    user: int
    word: int


@mechanism(epsilon="eps", delta="delta", requires="delta < 1 and threshold >= 2 + 2 * log(1 / delta) / eps")
def searched_words_of_users(
    searches: Annotated[list[Search], one_user_added_or_removed("user", rows=2)],
    threshold: int,
    eps: Epsilon,
    delta: Epsilon,
) -> list[int]:
    counts: dict[int, int] = {}
    for search in searches:
        if search.word not in counts:
            counts[search.word] = 0
        counts[search.word] += 1
    return [word for word in sorted(counts) if laplace(counts[word], 2 / eps) > threshold]
