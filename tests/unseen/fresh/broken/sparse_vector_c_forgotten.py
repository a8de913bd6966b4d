# Judged before running: hard.
from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(epsilon="eps", requires="c >= 1")
def sparse_vector_c_forgotten(
    answers: Annotated[list[int], each_within(1)], threshold: int, c: int, eps: Epsilon
) -> list[bool]:
    """The bug: c hits, with the noise that is enough for one. Witness: c 5, threshold 0, eps 2, five False and then
    five True: [0] * 5 + [-4] * 5 and [-1] * 5 + [-3] * 5 (the second wants a lower bar and has higher answers then)."""
    bar = laplace(threshold, 2 / eps)
    out = []
    hits = 0
    for answer in answers:
        if laplace(answer, 4 / eps) >= bar:
            out.append(True)
            hits += 1
            if hits >= c:
                break
        else:
            out.append(False)
    return out
