"""A stream of any length with one budget: each answer gets half of what is left.

hard. eps / 2 + eps / 4 + ... is below eps.
"""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(epsilon="eps")
def halving_budget_forever(answers: Annotated[list[int], each_within(1)], eps: Epsilon) -> list[int]:
    left = eps
    released: list[int] = []
    for answer in answers:
        spend = left / 2
        released.append(laplace(answer, 1 / spend))
        left = left - spend
    return released
