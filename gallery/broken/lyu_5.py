"""Sparse Vector without noise on the answers and without a cut-off. Not private at all.

Claim: ε, as originally claimed. It does not hold, for any multiple of ε.

Source: Lyu, Su, Li, "Understanding the Sparse Vector Technique for Differential Privacy", PVLDB 10(6), 2017, Algorithm
5, which they take from Stoddard, Chen, Machanavajjhala, "Differentially Private Algorithms for Empirical Machine
Learning", arXiv:1411.5428, 2014; with ε₁ = ε/2 and sensitivity 1.

What is wrong: all answers are compared, as they are, with the same noisy threshold, so the output shows their order.

A violating pair: answers (0, 1) against (1, 0). The output (below, above) is possible on the left, when the noisy
threshold is 1, and impossible on the right.
"""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(epsilon="eps")
def lyu_5(answers: Annotated[list[int], each_within(1)], threshold: int, eps: Epsilon) -> list[bool]:
    out = []
    noisy_threshold = laplace(threshold, 2 / eps)
    for answer in answers:
        out.append(answer >= noisy_threshold)
    return out
