# Judged before running: hard.
from typing import Annotated, NamedTuple

from twinproof import Epsilon, each_within, laplace, mechanism


class Hit(NamedTuple):
    index: int
    value: int


@mechanism(epsilon="2 * eps", requires="c >= 1")
def sparse_vector_with_values(
    answers: Annotated[list[int], each_within(1)], threshold: int, c: int, eps: Epsilon
) -> list[Hit]:
    """Numeric sparse: eps for which answers are above, and eps for fresh noise of scale c / eps on c of them."""
    bar = laplace(threshold, 2 / eps)
    hits: list[Hit] = []
    for index, answer in enumerate(answers):
        if len(hits) == c:
            break
        if laplace(answer, 4 * c / eps) >= bar:
            hits.append(Hit(index, laplace(answer, c / eps)))
    return hits
