"""Sparse vector with a bar that is drawn anew after each hit, until there were c. Each of c rounds is an above
threshold of its own with eps / c: half for its bar, half for its hit."""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(epsilon="eps", requires="c >= 1")
def redrawn_bar(answers: Annotated[list[int], each_within(1)], threshold: int, c: int, eps: Epsilon) -> list[bool]:
    share = eps / c
    hits = 0
    flags: list[bool] = []
    bar = laplace(threshold, 2 / share)
    for answer in answers:
        if hits >= c:
            break
        above = laplace(answer, 4 / share) >= bar
        flags.append(above)
        if above:
            hits += 1
            bar = laplace(threshold, 2 / share)
    return flags
