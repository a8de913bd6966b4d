"""Sparse Vector with a cut-off: above or below for each answer, until c were above.

Claim: ε, whatever the number of answers. One noisy threshold serves for all of them.

Source: Lyu, Su, Li, "Understanding the Sparse Vector Technique for Differential Privacy", PVLDB 10(6), 2017, Algorithm
1, with ε₁ = ε₂ = ε/2, sensitivity 1 and one threshold for all queries.

Coupling: the noisy threshold is 1 higher on the right (1 unit of ε/2). Where the next output is False: the same noise
(cost 0). Where it is True: the noisy answer is 1 higher on the right, at most 2 units of ε/(4c), and that happens at
most c times: ε/2.
"""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(epsilon="eps", requires="c >= 1")
def sparse_vector(
    answers: Annotated[list[int], each_within(1)],
    threshold: int,
    c: int,
    eps: Epsilon,
) -> list[bool]:
    out = []
    count = 0
    bar = laplace(threshold, 2 / eps)
    for answer in answers:
        above = laplace(answer, 4 * c / eps) >= bar
        out.append(above)
        if above:
            count += 1
        if count == c:
            break
    return out
