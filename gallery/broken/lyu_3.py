"""Sparse Vector that releases the noisy answers it compared. Not private.

Claim: ε, as originally claimed. It does not hold, for any multiple of ε.

Source: Lyu, Su, Li, "Understanding the Sparse Vector Technique for Differential Privacy", PVLDB 10(6), 2017, Algorithm
3, which they take from Roth's lecture notes "The Sparse Vector Technique", 2011; with ε₁ = ε₂ = ε/2 and sensitivity 1.
The original puts values and ⊥ into one output; here `above` says which answers were above and `values` holds their
values.

What is wrong: a released value bounds the noisy threshold, which is the same for all answers, from above; all answers
that were below then tell something about the data. (The query noise, c/ε₂ in place of 2c/ε₂, is too small as well.)

A violating pair: threshold 0, c = 1, and all answers are 0 on the one side and 1 on the other. The event is that all
are below but the last, which is released as 0 or a lower value: every answer, the released one too, adds ε/2 to the
loss.
"""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(epsilon="eps", requires="c >= 1")
def lyu_3(
    answers: Annotated[list[int], each_within(1)],
    threshold: int,
    c: int,
    eps: Epsilon,
) -> tuple[list[bool], list[int]]:
    above: list[bool] = []
    values: list[int] = []
    noisy_threshold = laplace(threshold, 2 / eps)
    for answer in answers:
        noisy_answer = laplace(answer, 2 * c / eps)
        if noisy_answer < noisy_threshold:
            above.append(False)
            continue
        above.append(True)
        values.append(noisy_answer)
        if len(values) == c:
            break
    return above, values
