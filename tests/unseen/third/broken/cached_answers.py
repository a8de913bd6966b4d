"""Noisy answers are kept under the true answer, so as not to pay twice for the same; then equal answers look equal.
Witness: [0, 0] against [0, 1], eps = 1; the output 0, 0 has 0.462 against 0.079, a loss of 1.77."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(epsilon="eps")
def cached_answers(answers: Annotated[list[int], one_within(1)], eps: Epsilon) -> list[int]:
    cache: dict[int, int] = {}
    told: list[int] = []
    for answer in answers:
        if answer not in cache:
            cache[answer] = laplace(answer, 1 / eps)
        told.append(cache[answer])
    return told
