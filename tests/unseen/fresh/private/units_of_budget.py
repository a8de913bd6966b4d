# Judged before running: hard.
from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(epsilon="eps")
def units_of_budget(answers: Annotated[list[int], each_within(1)], target: int, eps: Epsilon) -> list[int]:
    """Six units of eps / 6; an answer near the target makes the next one cost two. Checked before it is spent."""
    released: list[int] = []
    spent = 0
    cost = 1
    for answer in answers:
        if spent + cost > 6:
            break
        spent += cost
        noisy = laplace(answer, 6 / (cost * eps))
        released.append(noisy)
        cost = 2 if abs(noisy - target) <= 3 else 1
    return released
