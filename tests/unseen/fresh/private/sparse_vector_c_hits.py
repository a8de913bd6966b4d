# Judged before running: middling.
from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(epsilon="eps", requires="c >= 1")
def sparse_vector_c_hits(
    answers: Annotated[list[int], each_within(1)], threshold: int, c: int, eps: Epsilon
) -> list[bool]:
    """Sparse vector until c hits: eps / 2 for the bar, and eps / (2 c) for each hit."""
    bar = laplace(threshold, 2 / eps)
    out: list[bool] = []
    hits = 0
    i = 0
    while i < len(answers) and hits < c:
        above = laplace(answers[i], 4 * c / eps) >= bar
        out.append(above)
        if above:
            hits += 1
        i += 1
    return out
