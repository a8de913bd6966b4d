"""Nothing is told if the noisy number of people is below ten; otherwise their noisy total is.

Why: The number costs eps / 2, the total moves by at most 20 and costs eps / 2, and the guard reads the noisy
number only.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, within


@mechanism(epsilon="eps")
def answer_or_none(
    people: Annotated[int, within(1)], total: Annotated[int, within(20)], eps: Epsilon
) -> int | None:
    if laplace(people, 2 / eps) < 10:
        return None
    return laplace(total, 40 / eps)
