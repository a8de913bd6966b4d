"""Adaptive Sparse Vector that releases the coarse noisy answer instead of its gap. Not private.

Claim: ε. It does not hold, for any multiple of ε that is independent of the number of answers.

Source: BadAdaptiveSVT in Wang, Ding, Kifer, Zhang, "CheckDP: An Automated and Integrated Approach for Proving
Differential Privacy or Finding Precise Counterexamples", CCS 2020. Compare `gallery/private/adaptive_sparse_vector.py`:
in the coarse branch, and only there, the noisy threshold is not subtracted.

What is wrong: a coarse answer that is shown as it is bounds the noisy threshold from above (by 16 less), and every −1
before it then says that two draws, a coarse and a fine one, stayed low.

A violating pair: threshold 0, c = 1, and all answers are 0 on the one side and 1 on the other. The event is −1 for all
but the last, and for that a value below −1, which only the coarse branch can give: every −1 adds ε/8 + ε/4 to the loss,
the value ε/8.
"""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(epsilon="eps", requires="c >= 1")
def adaptive_sparse_vector_leak(
    answers: Annotated[list[int], each_within(1)],
    threshold: int,
    c: int,
    eps: Epsilon,
) -> list[int]:
    out: list[int] = []
    bar = laplace(threshold, 2 / eps)
    spent = 2 * c
    for answer in answers:
        coarse = laplace(answer, 8 * c / eps)
        if coarse - bar >= 16:
            out.append(coarse)
            spent += 1
        else:
            fine = laplace(answer, 4 * c / eps)
            if fine >= bar:
                out.append(fine - bar)
                spent += 2
            else:
                out.append(-1)
        if spent > 4 * c - 2:
            break
    return out
