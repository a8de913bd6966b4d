"""Sparse Vector that draws a new noisy threshold after each answer that was above.

Claim: ε, whatever the number of answers; it ends at the c-th answer that is above.

Source: Lyu, Su, Li, "Understanding the Sparse Vector Technique for Differential Privacy", PVLDB 10(6), 2017, Algorithm
2, which is Algorithm 2 (Sparse) of Dwork, Roth, "The Algorithmic Foundations of Differential Privacy", 2014; with ε₁ =
ε₂ = ε/2 and sensitivity 1. No threshold is drawn after the last hit, as nothing would be compared with it.

Coupling: each of the at most c noisy thresholds is 1 higher on the right (1 unit of ε/(2c)); a noisy answer that comes
out above is 1 higher on the right (at most 2 units of ε/(4c)); one that comes out below gets the same noise (cost 0).
Each threshold with its hit costs ε/c.
"""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(epsilon="eps", requires="c >= 1")
def sparse_vector_renoised(
    answers: Annotated[list[int], each_within(1)],
    threshold: int,
    c: int,
    eps: Epsilon,
) -> list[bool]:
    threshold_scale = 2 * c / eps
    answer_scale = 4 * c / eps

    out: list[bool] = []
    hits = 0
    noisy_threshold = laplace(threshold, threshold_scale)
    i = 0
    while i < len(answers):
        if laplace(answers[i], answer_scale) >= noisy_threshold:
            out.append(True)
            hits += 1
            if hits == c:
                return out
            noisy_threshold = laplace(threshold, threshold_scale)
        else:
            out.append(False)
        i += 1
    return out
