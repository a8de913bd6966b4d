"""Sparse Vector the simple way: Above Threshold up to k times, each search starting behind the last find.

Claim: k·ε. The result lists the indices found, in order, at most k of them.

Source: Barthe, Gaboardi, Grégoire, Hsu, Strub, "Proving Differential Privacy via Probabilistic Couplings", LICS 2016
(the remark that Sparse Vector is k runs of Above Threshold in sequence); Dwork, Roth, "The Algorithmic Foundations of
Differential Privacy", 2014, Algorithm 2, is built on the same idea.

Coupling: each search as in Above Threshold, for ε, with equal results; so the next search starts at the same place in
both runs. After a search that found nothing there is no further one.
"""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(epsilon="eps", requires="start >= 0")
def above_threshold(
    answers: Annotated[list[int], each_within(1)],
    threshold: int,
    start: int,
    eps: Epsilon,
) -> int:
    """Index of the first answer from start on that is above the noisy threshold, or len(answers)."""
    bar = laplace(threshold, 2 / eps)
    i = start
    while i < len(answers):
        if laplace(answers[i], 4 / eps) >= bar:
            return i
        i += 1
    return len(answers)


@mechanism(epsilon="k * eps", requires="k >= 0")
def sparse_vector_by_composition(
    answers: Annotated[list[int], each_within(1)],
    threshold: int,
    k: int,
    eps: Epsilon,
) -> list[int]:
    found: list[int] = []
    start = 0
    for _ in range(k):
        hit = above_threshold(answers, threshold, start, eps)
        if hit == len(answers):
            break
        found.append(hit)
        start = hit + 1
    return found
