"""Sparse Vector that also releases by how much each find was above, at no extra cost.

Claim: ε, whatever the number of answers. An answer above the noisy threshold gives the gap between the two noisy
numbers (0 or more), any other gives −1; it ends at the c-th gap.

Source: Wang, Ding, Wang, Kifer, Zhang, "Proving Differential Privacy with Shadow Execution", PLDI 2019; Ding, Wang,
Zhang, Kifer, "Free Gap Information from the Differentially Private Sparse Vector and Noisy Max Mechanisms", PVLDB
13(3), 2019.

Coupling: the noisy threshold is 1 higher on the right (1 unit of ε/2). Below: the same noise (cost 0). Above: the noisy
answer is 1 higher on the right too, so the gaps are equal, for at most 2 units of ε/(4c), at most c times.
"""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(epsilon="eps", requires="c >= 1")
def gap_sparse_vector(
    answers: Annotated[list[int], each_within(1)],
    threshold: int,
    c: int,
    eps: Epsilon,
) -> list[int]:
    scale = 4 * c / eps
    bar = laplace(threshold, 2 / eps)
    gaps = []
    found = 0
    for i in range(len(answers)):
        if found == c:
            break
        noisy = laplace(answers[i], scale)
        if noisy >= bar:
            gaps.append(noisy - bar)
            found += 1
        else:
            gaps.append(-1)
    return gaps
