"""Answers are told as long as quarters of the budget are left; after a high answer the next one costs two.

Wrong: It is asked whether something is left, and not whether it is enough: 1 + 2 + 2 quarters. It shows on
[0, 0, 0] and [-1, -1, -1].
"""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(epsilon="eps")
def checked_after_spending(answers: Annotated[list[int], each_within(1)], high: int, eps: Epsilon) -> list[int]:
    told = []
    spent = 0
    cost = 1
    for answer in answers:
        if spent >= 4:
            break
        noisy = laplace(answer, 4 / (cost * eps))
        told.append(noisy)
        spent += cost
        cost = 2 if noisy > high else 1
    return told
