"""Sparse Vector: marks up to c answers above the bar.

Wrong: The noise of the answers does not grow with c. It shows on eight answers with c = 4.
"""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(epsilon="eps", requires="c >= 1")
def sparse_noise_for_one(
    answers: Annotated[list[int], each_within(1)], level: int, c: int, eps: Epsilon
) -> list[bool]:
    bar = laplace(level, 2 / eps)
    out = []
    hits = 0
    for answer in answers:
        if hits == c:
            break
        above = laplace(answer, 4 / eps) >= bar
        out.append(above)
        if above:
            hits += 1
    return out
