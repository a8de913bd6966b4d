"""Sparse Vector "with gap" that releases the noisy answer instead of the gap. Not private.

Claim: ε. It does not hold, for any multiple of ε that is independent of the number of answers.

Source: BadGapSVT in Wang, Ding, Kifer, Zhang, "CheckDP: An Automated and Integrated Approach for Proving Differential
Privacy or Finding Precise Counterexamples", CCS 2020. Compare `gallery/private/gap_sparse_vector.py`: one subtraction
is missing.

What is wrong: the gap is the same in both runs when threshold and answer move together, the noisy answer is not. Shown
as it is, it bounds the noisy threshold from above, and every −1 before it then says something about the data.

A violating pair: threshold 0, c = 1, and all answers are 0 on the one side and 1 on the other. The event is −1 for all
but the last, and for that a value of 0, or one below −1: every answer adds ε/4 to the loss.
"""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(epsilon="eps", requires="c >= 1")
def gap_sparse_vector_leak(
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
            gaps.append(noisy)
            found += 1
        else:
            gaps.append(-1)
    return gaps
