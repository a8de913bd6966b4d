"""Adaptive Sparse Vector with gap: an answer far above the threshold is found with coarse noise, at half the price.

Claim: ε, whatever the number of answers. A find gives the gap to the noisy threshold (0 or more), any other answer −1.

Source: Ding, Wang, Zhang, Kifer, "Free Gap Information from the Differentially Private Sparse Vector and Noisy Max
Mechanisms", PVLDB 13(3), 2019 (Adaptive Sparse Vector with Gap); with the constant margin of 16 of Wang, Ding, Kifer,
Zhang, "CheckDP: An Automated and Integrated Approach for Proving Differential Privacy or Finding Precise
Counterexamples", CCS 2020. Any margin is as private.

`spent` counts units of ε/(4c), of which there are 4c.

Coupling: the noisy threshold is 1 higher on the right: 1 unit of ε/2, the 2c units that are spent at the start. A
coarse draw that clears the margin is 1 higher on the right: at most 2 · ε/(8c), one unit. A fine draw that is above is
1 higher on the right: at most 2 · ε/(4c), two units. All other draws get the same noise (cost 0), which keeps what is
below below. The shift looks at the draw itself, and two draws never meet: one that is shifted by 1 was at or above the
bar, any other one was under it and moves by at most 1. A round starts only while two units are left, so `spent` never
passes 4c: ε.
"""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(epsilon="eps", requires="c >= 1")
def adaptive_sparse_vector(
    answers: Annotated[list[int], each_within(1)],
    threshold: int,
    c: int,
    eps: Epsilon,
) -> list[int]:
    out = []
    bar = laplace(threshold, 2 / eps)
    spent = 2 * c
    i = 0
    while i < len(answers) and spent <= 4 * c - 2:
        coarse = laplace(answers[i], 8 * c / eps)
        if coarse - bar >= 16:
            out.append(coarse - bar)
            spent += 1
        else:
            fine = laplace(answers[i], 4 * c / eps)
            if fine - bar >= 0:
                out.append(fine - bar)
                spent += 2
            else:
                out.append(-1)
        i += 1
    return out
