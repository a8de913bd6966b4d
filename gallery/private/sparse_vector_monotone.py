"""Sparse Vector for counting queries, with half the noise on the answers.

Claim: ε, when between neighbours either no answer falls or no answer rises, and none moves by more than 1.

Source: Lyu, Su, Li, "Understanding the Sparse Vector Technique for Differential Privacy", PVLDB 10(6), 2017, the case
of monotonic queries: query noise of scale c/ε₂ in place of 2c/ε₂; here ε₁ = ε₂ = ε/2.

Coupling: below always gets the same noise (cost 0). If the right answers are the higher ones: threshold 1 higher on the
right (1 unit of ε/2), and above is 1 higher on the right, 1 + answer⟨1⟩ − answer⟨2⟩ ≤ 1 unit of ε/(2c), at most c
times. If they are the lower ones: equal thresholds (cost 0), and above is equal, answer⟨1⟩ − answer⟨2⟩ ≤ 1 unit of
ε/(2c), at most c times.
"""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(epsilon="eps", requires="c >= 1")
def sparse_vector_monotone(
    counts: Annotated[list[int], each_within(1, monotone=True)],
    threshold: int,
    c: int,
    eps: Epsilon,
) -> list[bool]:
    bar = laplace(threshold, 2 / eps)
    verdicts: list[bool] = []
    remaining = c
    for count in counts:
        if laplace(count, 2 * c / eps) < bar:
            verdicts.append(False)
            continue
        verdicts.append(True)
        remaining -= 1
        if remaining == 0:
            return verdicts
    return verdicts
