# Judged before running: middling.
from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_within


class Ranked(NamedTuple):
    noisy: int
    index: int


@mechanism(epsilon="eps")
def ranked_by_raw_on_ties(counts: Annotated[list[int], one_within(1)], eps: Epsilon) -> list[Ranked]:
    """The bug: equal noisy counts are ordered by the raw ones. Witness: [0, 0] and [1, 0]: both noisy counts 0 with
    index 0 first is impossible on the left, where equal raw counts put index 1 first."""
    triples = [(laplace(count, 1 / eps), count, i) for i, count in enumerate(counts)]
    ranking = sorted(triples, reverse=True)
    return [Ranked(noisy, i) for noisy, _, i in ranking]
