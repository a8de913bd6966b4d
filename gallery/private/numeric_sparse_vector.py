"""Sparse Vector that releases a value, with fresh noise, for each answer that was above, and 0 for the others.

Claim: ε, whatever the number of answers; it ends at the c-th answer that is above.

Source: Dwork, Roth, "The Algorithmic Foundations of Differential Privacy", 2014, Algorithm 3 (NumericSparse); with one
noisy threshold and the budget in three equal parts as in Wang, Ding, Wang, Kifer, Zhang, "Proving Differential Privacy
with Shadow Execution", PLDI 2019.

Coupling: the noisy threshold is 1 higher on the right (1 unit of ε/3). Below: the same noise (cost 0). Above: the
compared noisy answer 1 higher on the right (at most 2 units of ε/(6c)), the released value equal (at most 1 unit of
ε/(3c)); together at most 2ε/(3c), c times.
"""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(epsilon="eps", requires="c >= 1")
def numeric_sparse_vector(
    answers: Annotated[list[int], each_within(1)],
    threshold: int,
    c: int,
    eps: Epsilon,
) -> list[int]:
    noisy_threshold = laplace(threshold, 3 / eps)
    released = []
    given = 0
    i = 0
    while i < len(answers) and given < c:
        if laplace(answers[i], 6 * c / eps) >= noisy_threshold:
            released.append(laplace(answers[i], 3 * c / eps))
            given += 1
        else:
            released.append(0)
        i += 1
    return released
