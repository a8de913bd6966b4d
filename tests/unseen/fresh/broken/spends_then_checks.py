# Judged before running: hard.
from typing import Annotated

from twinproof import Epsilon, each_within, gaussian, mechanism


@mechanism(zcdp="rho")
def spends_then_checks(answers: Annotated[list[int], each_within(1)], threshold: int, rho: Epsilon) -> list[int]:
    """The bug: the filter looks at what was spent, and not at what will be: 1 + 1 + 1 and then 3 of 4 units.
    Witness: threshold 50, [0, 0, 100, 0] and [1, 1, 101, 1]: 6 units of rho / 4 nearly always."""
    released = []
    spent, cost = 0, 1
    for answer in answers:
        if spent >= 4:
            break
        noisy = gaussian(answer, variance=2 / (cost * rho))
        released.append(noisy)
        spent += cost
        cost = 3 if noisy > threshold else 1
    return released
